import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

/** The stores' official artwork with the texts that the stores ask for; pixels at a height of 48. */
const artwork = {
  ios: { src: '/badges/app-store.svg', alt: 'Download on the App Store', width: 144 },
  android: { src: '/badges/google-play.svg', alt: 'Get it on Google Play', width: 162 },
} as const;

/** Both badges where the owner has put both files into `public/`; one alone would favour its store. */
export function badges(folder = resolve('public')): typeof artwork | null {
  const complete = Object.values(artwork).every(({ src }) => existsSync(`${folder}${src}`));
  return complete ? artwork : null;
}
