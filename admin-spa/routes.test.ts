import { expect, test } from 'vitest';
import { listStaticScreens, matchesRoute, recordIdIn, routes, userAddress } from './routes.ts';

test.each(['5', 'a b', 'a/b', '%41', 'ä'])('the address of user %j leads back to that user', (id) => {
  const path = userAddress(id);
  expect(matchesRoute(routes.user, path)).toBe(true);
  expect(recordIdIn(routes.user, path)).toBe(id);
});

test('a broken escape is used as the id, and another path has no id', () => {
  expect(recordIdIn(routes.user, '/users/%zz')).toBe('%zz');
  expect(recordIdIn(routes.user, '/users')).toBe('');
  expect(matchesRoute(routes.user, '/users/5/6')).toBe(false);
});

test('every screen without a record is a file of the export; / and /login are public pages', () => {
  const files = listStaticScreens().map(({ address }) => address);
  const plain = Object.values(routes).filter((route) => !route.includes(':'));
  expect([routes.home, routes.login, ...files].sort()).toEqual([...plain].sort());
});
