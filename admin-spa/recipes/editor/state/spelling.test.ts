import { expect, test } from 'vitest';
import { knownSpelling, matching, removeDoubles } from './spelling.ts';

const known = ['Crème fraîche', 'Côte d’Ivoire', 'Italian'];

test.each([
  ['creme FRAICHE', 'Crème fraîche'],
  ['  italian ', 'Italian'],
  ['Cre\u0300me  frai\u0302che', 'Crème fraîche'],
  [' Greek ', 'Greek'],
])('%j is spelled %j', (typed, spelling) => {
  expect(knownSpelling(typed, known)).toBe(spelling);
});

test('values that differ only in case, accents or spaces are one', () => {
  expect(removeDoubles(['Vegan', ' vegan', 'VEGÁN', ' ', 'Quick'])).toEqual(['Vegan', 'Quick']);
});

test('suggestions contain the typed text; those that begin with it come first', () => {
  expect(matching('i', ['Fresh Italian', 'Italian', 'Greek', 'Índian'])).toEqual([
    'Italian',
    'Índian',
    'Fresh Italian',
  ]);
});
