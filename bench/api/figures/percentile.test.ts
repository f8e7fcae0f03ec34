import { expect, test } from 'vitest';
import { percentile } from './percentile.ts';

const hundred = Array.from({ length: 100 }, (_, index) => ((index * 37) % 100) + 1);

test.each([
  [0.5, 50],
  [0.95, 95],
  [1, 100],
  [0, 1],
])('the share %d of the numbers from 1 to 100 ends at %d', (share, expected) => {
  expect(percentile(hundred, share)).toBe(expected);
});

test('few values have a percentile, none has not', () => {
  expect([percentile([7], 0.5), percentile([7], 0.95), percentile([9, 1, 5], 0.5)]).toEqual([7, 7, 5]);
  expect(() => percentile([], 0.5)).toThrow('nothing');
});
