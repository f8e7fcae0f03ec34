import { expect, test } from 'vitest';
import { routes } from './routes.ts';
import { screens } from './screens.tsx';

test('every route but the sign-in page has one screen', () => {
  const patterns = Object.values(routes).filter((route) => route !== routes.login);
  expect(screens.map(({ path }) => path)).toEqual(patterns);
});
