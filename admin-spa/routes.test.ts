import { expect, test } from 'vitest';
import { isAt, recordIn, routes, staticScreens, userAddress } from './routes.ts';

test.each(['5', 'a b', 'a/b', '%41', 'ä'])('the address of user %j leads back to that user', (id) => {
  const path = userAddress(id);
  expect(isAt(routes.user, path)).toBe(true);
  expect(recordIn(routes.user, path)).toBe(id);
});

test('a broken escape is an id as it stands, and another address has none', () => {
  expect(recordIn(routes.user, '/users/%zz')).toBe('%zz');
  expect(recordIn(routes.user, '/users')).toBe('');
  expect(isAt(routes.user, '/users/5/6')).toBe(false);
});

test('every screen without a record is a file of the export; the public pages have the other two', () => {
  const files = staticScreens.map(({ address }) => address);
  const plain = Object.values(routes).filter((route) => !route.includes(':'));
  expect([routes.home, routes.login, ...files].sort()).toEqual([...plain].sort());
});
