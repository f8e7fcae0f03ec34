const stores = { ios: 'App Store', android: 'Google Play' } as const;

export function storeName(store: keyof typeof stores): string {
  return stores[store];
}
