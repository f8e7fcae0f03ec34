import { expect, test } from 'vitest';
import { describeAgo } from './ago.ts';

const now = new Date(2026, 5, 7, 12);

test.each([
  [30, 'just now'],
  [-30, 'just now'],
  [90, '1 minute ago'],
  [3 * 3_600 - 1, '2 hours ago'],
  [25 * 3_600, '1 day ago'],
  [29 * 86_400, '29 days ago'],
  [100 * 86_400, '3 months ago'],
  [800 * 86_400, '2 years ago'],
  [-3.5 * 86_400, 'in 3 days'],
])('%d seconds ago is "%s"', (seconds, text) => {
  expect(describeAgo(new Date(now.getTime() - seconds * 1_000).toISOString(), now)).toBe(text);
});

test.each([
  ['2026-06-07', 'today'],
  ['2026-06-06', 'yesterday'],
  ['2026-06-08', 'tomorrow'],
  ['2026-06-04', '3 days ago'],
  ['2027-06-08', 'in 1 year'],
  ['soon', ''],
  ['', ''],
])('the day "%s" is "%s"', (iso, text) => {
  expect(describeAgo(iso, now)).toBe(text);
});
