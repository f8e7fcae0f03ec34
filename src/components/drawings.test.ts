import { expect, it } from 'vitest';
import { optimised } from './drawings.ts';

it.each([
  ['M1.04.96', 'M1 1'],
  ['l-6.06-.02-10.84 3', 'l-6.1 0-10.8 3'],
  ['c.04.06-.26-.96', 'c 0 .1-.3-1'],
  ['M0.55 -0.55', 'M.6 -.6'],
])('rounds %s to %s: as many numbers as before', (path, shorter) => {
  expect(optimised('a test', path)).toBe(shorter);
});

it.each(['a1.5 1.5 0 0 1 3 3', '<g id="x">'])('refuses what it would spoil: %s', (body) => {
  expect(() => optimised('a test', body)).toThrow('arcs and ids');
});
