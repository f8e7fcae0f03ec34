import { expect, test } from 'vitest';
import { routes } from '../routes.ts';
import { screens } from './screens.ts';

test('every route but the sign-in page has one screen', () => {
  const patterns = Object.values(routes).filter((route) => route !== routes.login);
  expect(screens.map(({ pattern }) => pattern)).toEqual(patterns);
});
