import { product } from './product.ts';

/** The owner's ids, once the app is published. Each one that is set switches on what needs it. */
export const appIds = {
  /** Apple's numeric id: the link to the App Store, the banner in Safari. */
  apple: null as string | null,
  /** Google's package name: the link to Google Play. */
  google: null as string | null,
  /** Apple's team id, a point, the bundle id: links to the site may open the app, passwords are shared with it. */
  appleAssociation: null as string | null,
  /** SHA-256 fingerprints of the certificates that sign the Android app: the same for Android. */
  googleFingerprints: [] as readonly string[],
};

/** The two stores: where the app is found and where a subscriber cancels (addresses as the stores publish them). */
export const stores = [
  {
    key: 'ios',
    name: 'App Store',
    owner: 'Apple',
    id: appIds.apple,
    link: appIds.apple
      ? `https://apps.apple.com/app/id${appIds.apple}`
      : `https://apps.apple.com/us/iphone/search?term=${encodeURIComponent(product.name)}`,
    subscriptions: 'https://apps.apple.com/account/subscriptions',
    cancelling: 'On your iPhone or iPad: Settings, your name, Subscriptions.',
  },
  {
    key: 'android',
    name: 'Google Play',
    owner: 'Google',
    id: appIds.google,
    link: appIds.google
      ? `https://play.google.com/store/apps/details?id=${appIds.google}`
      : `https://play.google.com/store/search?q=${encodeURIComponent(product.name)}&c=apps`,
    subscriptions: 'https://play.google.com/store/account/subscriptions',
    cancelling: 'In the Google Play app: your picture, Payments & subscriptions, Subscriptions.',
  },
] as const;
