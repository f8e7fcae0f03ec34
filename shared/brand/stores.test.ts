import { describe, expect, it } from 'vitest';
import { describeStores, describeWaiting, selectPublished } from './stores.ts';

const apple = '1234567890';
const google = 'com.example.meals';

const labelsOf = (ids: Parameters<typeof describeStores>[0]) =>
  selectPublished(describeStores(ids)).map(({ label, name }) => `${label} ${name}`);

describe('before the ids are set', () => {
  const stores = describeStores({ apple: null, google: null });

  it('leads to no store, whose search would list other apps', () => {
    expect(stores.map(({ link }) => link)).toEqual([null, null]);
    expect(selectPublished(stores)).toEqual([]);
    expect(describeWaiting(stores)).toBe('the App Store and Google Play');
  });
});

describe('once the ids are set', () => {
  const stores = describeStores({ apple, google });

  it('leads to the app in each store, Apple’s first, and says so', () => {
    expect(selectPublished(stores).map(({ link }) => link)).toEqual([
      `https://apps.apple.com/app/id${apple}`,
      `https://play.google.com/store/apps/details?id=${google}`,
    ]);
    expect(labelsOf({ apple, google })).toEqual(['Download on the App Store', 'Download on Google Play']);
    expect(describeWaiting(stores)).toBeNull();
  });
});

it('names only the store that does not have the app yet, and leads only to the other', () => {
  expect(describeWaiting(describeStores({ apple, google: null }))).toBe('Google Play');
  expect(labelsOf({ apple, google: null })).toEqual(['Download on the App Store']);
  expect(describeWaiting(describeStores({ apple: null, google }))).toBe('the App Store');
  expect(labelsOf({ apple: null, google })).toEqual(['Download on Google Play']);
});
