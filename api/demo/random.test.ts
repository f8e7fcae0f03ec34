import { expect, test } from 'vitest';
import { createDeck, createWeightedDeck, mulberry32 } from './random.ts';

test('mulberry32 gives its published sequence for a seed', () => {
  const random = mulberry32(0);
  expect([random(), random(), random()]).toEqual([
    0.26642920868471265, 0.0003297457005828619, 0.2232720274478197,
  ]);
});

test('a deck deals every card before any comes twice', () => {
  const deal = createDeck(mulberry32(5), ['a', 'b', 'c']);
  expect([deal(), deal(), deal()].sort()).toEqual(['a', 'b', 'c']);
  expect([deal(), deal(), deal()].sort()).toEqual(['a', 'b', 'c']);
});

test('a deck of shares holds exactly those shares', () => {
  const deal = createWeightedDeck(mulberry32(7), { often: 3, seldom: 1 });
  expect([deal(), deal(), deal(), deal()].sort()).toEqual(['often', 'often', 'often', 'seldom']);
});

test('a deck without cards says so', () => {
  expect(() => createDeck(mulberry32(1), [])()).toThrow('at least one card');
});
