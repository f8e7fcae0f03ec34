import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { comingSoon } from '#brand/stores.ts';

/** Official badges with the alt texts that the stores require. Widths in pixels at a height of 48. */
const artwork = {
  ios: { src: '/badges/app-store.svg', alt: 'Download on the App Store', width: 144 },
  android: { src: '/badges/google-play.svg', alt: 'Get it on Google Play', width: 162 },
} as const;

/** Null unless both apps are published and both files exist: one badge alone would favor its store. */
export function badges(folder = resolve('public')): typeof artwork | null {
  const complete = Object.values(artwork).every(({ src }) => existsSync(`${folder}${src}`));
  return complete && comingSoon === null ? artwork : null;
}
