import { expect, test } from 'vitest';
import { getPage, pageKinds } from './pages.ts';

const pagesOf = (rows: number, turn: number) => pageKinds.map((kind) => getPage(kind, { rows, turn }));

test.each([
  [1_000_000, 0, [1, 1_000, 99_000, 100_000]],
  [1_000_000, 7, [1, 993, 98_993, 100_000]],
  [1_000_001, 20, [1, 1_000, 99_001, 100_001]],
  // A short list has no page 1,000.
  [1_000, 0, [1, 100, 1, 100]],
  [62, 19, [1, 1, 1, 7]],
  [0, 0, [1, 1, 1, 1]],
])('a list of %d rows, turn %d', (rows, turn, expected) => {
  expect(pagesOf(rows, turn)).toEqual(expected);
});
