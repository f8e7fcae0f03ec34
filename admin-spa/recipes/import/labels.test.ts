import { expect, test } from 'vitest';
import type { ImportRecord } from '#contract/recipes/imports.ts';
import { countText, plannedRecipes, planText, progressOf, resultsText } from './labels.tsx';

type Counts = ImportRecord['counts'];

function counts(changes: Partial<Counts> = {}): Counts {
  return {
    rows: 0,
    problems: 0,
    duplicates: 0,
    planned: { create: 0, skip: 0, replace: 0, both: 0 },
    pending: 0,
    invalid: 0,
    created: 0,
    replaced: 0,
    skipped: 0,
    failed: 0,
    undone: 0,
    kept: 0,
    changedSince: 0,
    ...changes,
  };
}

function record(state: ImportRecord['state'], changes: Partial<Counts>): ImportRecord {
  return {
    id: 1,
    state,
    createdAt: '2027-01-01T00:00:00Z',
    createdBy: null,
    finishedAt: null,
    undoUntil: null,
    files: [],
    message: null,
    canStart: false,
    counts: counts(changes),
  };
}

test.each([
  [{ create: 1, skip: 0, replace: 0, both: 0 }, 1, 'create 1 recipe as a draft'],
  [{ create: 1_000, skip: 2, replace: 0, both: 200 }, 1_200, 'create 1,200 recipes as drafts and skip 2'],
  [{ create: 2, skip: 3, replace: 1, both: 0 }, 3, 'create 2 recipes as drafts, replace 1, and skip 3'],
  [{ create: 0, skip: 3, replace: 0, both: 0 }, 0, 'skip 3'],
])('a plan of %j is told in words', (planned, recipes, text) => {
  expect(plannedRecipes(counts({ planned }))).toBe(recipes);
  expect(planText(counts({ planned }))).toBe(text);
});

test('only results that exist are named, and rows that wait are none', () => {
  expect(resultsText(counts({ pending: 4 }))).toBe('');
  expect(resultsText(counts({ pending: 4, created: 1_000, kept: 1 }))).toBe('1,000 created, 1 kept');
  expect(countText(1, 'recipe')).toBe('1 recipe');
});

test('progress counts rows that are finished, and in an undo only those that it takes back', () => {
  const rows = { pending: 5, created: 3, skipped: 2, invalid: 7 };
  expect(progressOf(record('importing', rows))).toEqual({ done: 5, total: 10 });
  const undone = { created: 3, skipped: 2, undone: 4, kept: 1 };
  expect(progressOf(record('undoing', undone))).toEqual({ done: 5, total: 8 });
});
