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

type StoreIds = { apple: string | null; google: string | null };

/** Both stores. Addresses are as the stores publish them; links without an id lead to a search for the app. */
export function describeStores({ apple, google }: StoreIds) {
  return [
    {
      key: 'ios',
      name: 'App Store',
      /** As part of a sentence. */
      called: 'the App Store',
      /** The small line of its label: above the name, or below it. */
      label: apple ? { above: 'Download on the', below: null } : { above: null, below: 'for iPhone' },
      owner: 'Apple',
      id: apple,
      link: apple
        ? `https://apps.apple.com/app/id${apple}`
        : `https://apps.apple.com/us/iphone/search?term=${encodeURIComponent(product.name)}`,
      subscriptions: 'https://apps.apple.com/account/subscriptions',
      /** Where the payment is updated; named in Apple's "Reducing Involuntary Subscriber Churn". */
      payment: 'https://apps.apple.com/account/billing',
      cancelling: 'On your iPhone or iPad, open Settings, tap your name, then tap Subscriptions.',
    },
    {
      key: 'android',
      name: 'Google Play',
      called: 'Google Play',
      label: google ? { above: 'Download on', below: null } : { above: null, below: 'for Android' },
      owner: 'Google',
      id: google,
      link: google
        ? `https://play.google.com/store/apps/details?id=${google}`
        : `https://play.google.com/store/search?q=${encodeURIComponent(product.name)}&c=apps`,
      subscriptions: 'https://play.google.com/store/account/subscriptions',
      /** The subscription's page has "Fix payment" if product and package are added: `?sku=…&package=…`. */
      payment: 'https://play.google.com/store/account/subscriptions',
      cancelling:
        'In the Google Play app, tap your profile picture, then Payments & subscriptions, then Subscriptions.',
    },
  ] as const;
}

export const stores = describeStores(appIds);

/** Names the stores that do not have the app yet; null if both do. */
export function describeWaiting(described: ReturnType<typeof describeStores>): string | null {
  const waiting = described.filter(({ id }) => id === null).map(({ called }) => called);
  return waiting.length > 0 ? `Coming soon to ${waiting.join(' and ')}` : null;
}

export const comingSoon = describeWaiting(stores);
