import { describe, expect, it } from 'vitest';
import { describeStores, describeWaiting } from './stores.ts';

const apple = '1234567890';
const google = 'com.example.meals';

const linesOf = (ids: Parameters<typeof describeStores>[0]) =>
  describeStores(ids).map(({ name, label }) =>
    [label.above, name, label.below].filter((line) => line !== null).join(' '),
  );

describe('before the ids are set', () => {
  const stores = describeStores({ apple: null, google: null });

  it('leads to a search of each store, and says that the app is coming', () => {
    expect(stores.map(({ link }) => new URL(link).pathname)).toEqual(['/us/iphone/search', '/store/search']);
    expect(linesOf({ apple: null, google: null })).toEqual([
      'App Store for iPhone',
      'Google Play for Android',
    ]);
    expect(describeWaiting(stores)).toBe('Coming soon to the App Store and Google Play');
  });
});

describe('once the ids are set', () => {
  const stores = describeStores({ apple, google });

  it('leads to the app in each store, and says so', () => {
    expect(stores.map(({ link }) => link)).toEqual([
      `https://apps.apple.com/app/id${apple}`,
      `https://play.google.com/store/apps/details?id=${google}`,
    ]);
    expect(linesOf({ apple, google })).toEqual(['Download on the App Store', 'Download on Google Play']);
    expect(describeWaiting(stores)).toBeNull();
  });
});

it('names only the store that does not have the app yet', () => {
  expect(describeWaiting(describeStores({ apple, google: null }))).toBe('Coming soon to Google Play');
  expect(describeWaiting(describeStores({ apple: null, google }))).toBe('Coming soon to the App Store');
  expect(linesOf({ apple, google: null })).toEqual(['Download on the App Store', 'Google Play for Android']);
});
