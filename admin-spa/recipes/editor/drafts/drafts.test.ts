import { expect, test } from 'vitest';
import { emptyForm } from '../state/recipe-form.ts';
import { ageOf, type Draft, isExpired, readDraft } from './drafts.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const draft: Draft = { savedAt: 0, form: emptyForm, base: emptyForm, version: null };

test.each([
  [0, 'just now'],
  [-5, 'just now'],
  [59_999, 'just now'],
  [MINUTE_MS, '1 minute ago'],
  [90 * MINUTE_MS, '1 hour ago'],
  [2 * DAY_MS, '2 days ago'],
])('after %i ms: %s', (now, text) => {
  expect(ageOf(draft, now)).toBe(text);
});

test('a draft expires after 30 days', () => {
  expect(isExpired(draft, 30 * DAY_MS)).toBe(false);
  expect(isExpired(draft, 30 * DAY_MS + 1)).toBe(true);
});

test('what is stored in another shape is no draft', () => {
  expect(readDraft(draft)).toEqual(draft);
  expect(readDraft({ ...draft, form: { title: 'Soup' } })).toBeNull();
  expect(readDraft(undefined)).toBeNull();
});
