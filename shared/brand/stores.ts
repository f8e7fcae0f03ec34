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

/** Both stores. Addresses are as the stores publish them. */
export function describeStores({ apple, google }: StoreIds) {
  return [
    {
      key: 'ios',
      name: 'App Store',
      /** As part of a sentence. */
      called: 'the App Store',
      /** The small line above the name, on its label. */
      label: 'Download on the',
      owner: 'Apple',
      /** The page of the app; null until it is published there. */
      link: apple ? `https://apps.apple.com/app/id${apple}` : null,
      subscriptions: 'https://apps.apple.com/account/subscriptions',
      /** Where the payment is updated; named in Apple's "Reducing Involuntary Subscriber Churn". */
      payment: 'https://apps.apple.com/account/billing',
      cancelling: 'On your iPhone or iPad, open Settings, tap your name, then tap Subscriptions.',
    },
    {
      key: 'android',
      name: 'Google Play',
      called: 'Google Play',
      label: 'Download on',
      owner: 'Google',
      link: google ? `https://play.google.com/store/apps/details?id=${google}` : null,
      subscriptions: 'https://play.google.com/store/account/subscriptions',
      /** The subscription's page has "Fix payment" if product and package are added: `?sku=…&package=…`. */
      payment: 'https://play.google.com/store/account/subscriptions',
      cancelling:
        'In the Google Play app, tap your profile picture, then Payments & subscriptions, then Subscriptions.',
    },
  ] as const;
}

type Stores = ReturnType<typeof describeStores>;

export const stores = describeStores(appIds);

/** The stores that have the app, in the order that Apple requires. */
export function selectPublished(described: Stores) {
  return described.flatMap(({ key, name, called, label, link }) =>
    link === null ? [] : [{ key, name, called, label, link }],
  );
}

export const published = selectPublished(stores);

/** Names the stores that do not have the app yet; null if both do. */
export function describeWaiting(described: Stores): string | null {
  const waiting = described.filter(({ link }) => link === null).map(({ called }) => called);
  return waiting.length > 0 ? waiting.join(' and ') : null;
}

export const awaitedStores = describeWaiting(stores);

/** Null once both stores have the app. */
export const comingSoon = awaitedStores && `Coming soon to ${awaitedStores}`;
