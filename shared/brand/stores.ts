import { product } from './product.ts';

/** Set each id once the app is published; it enables the features that need it. */
export const appIds = {
  /** Numeric id: App Store link and Safari banner. */
  apple: null as string | null,
  /** Package name: Google Play link. */
  google: null as string | null,
  /** Team id, dot, bundle id: app links and shared passwords. */
  appleAssociation: null as string | null,
  /** SHA-256 fingerprints of the signing certificates: the same for Android. */
  googleFingerprints: [] as readonly string[],
};

/** Addresses as the stores publish them. */
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
    /** Where the payment is updated; named in Apple's "Reducing Involuntary Subscriber Churn". */
    payment: 'https://apps.apple.com/account/billing',
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
    /** The subscription's page has "Fix payment" if product and package are added: `?sku=…&package=…`. */
    payment: 'https://play.google.com/store/account/subscriptions',
    cancelling: 'In the Google Play app: your picture, Payments & subscriptions, Subscriptions.',
  },
] as const;
