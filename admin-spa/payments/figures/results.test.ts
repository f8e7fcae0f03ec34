import { expect, test } from 'vitest';
import { formatDays, formatMonths, formatRate, formatShare, isNothing } from './results.ts';

const none = { by_store: 0, after_reminder: 0, canceled: 0, given_up: 0, open: 0 };

test('the rate counts both recoveries among all payments', () => {
  expect(formatRate({ by_store: 2, after_reminder: 1, canceled: 1, given_up: 3, open: 1 })).toBe('37.5%');
  expect(formatRate(none)).toBe('–');
});

test.each([
  [0, 3, '0.0%'],
  [3, 3, '100.0%'],
  [1, 3, '33.3%'],
  [1, 10_000, '0.1%'],
  [9_999, 10_000, '99.9%'],
  [0, 0, '–'],
])('%d of %d is %s', (part, whole, text) => {
  expect(formatShare(part, whole)).toBe(text);
});

test.each([
  [null, '–'],
  [0, '0 days'],
  [1, '1 day'],
  [2.5, '2.5 days'],
])('a median of %j is %s', (days, text) => {
  expect(formatDays(days)).toBe(text);
});

test('months are a range', () => {
  expect(formatMonths({ from: '2026-09', until: '2026-11' })).toBe('2026-09 to 2026-11');
  expect(formatMonths({ from: '2026-09', until: '2026-09' })).toBe('2026-09');
});

test('a new installation has nothing to count; an open payment without a price is something', () => {
  const months = { from: '2026-01', until: '2026-02', results: none, medianDays: null, months: [] };
  const figures = {
    closed: { ...months, stores: [], plans: [], stages: [] },
    open: months,
    risk: { currencies: [], dollars: 0, notConverted: 0, withoutPrice: 0 },
    losses: [],
  };
  expect(isNothing(figures)).toBe(true);
  expect(isNothing({ ...figures, risk: { ...figures.risk, withoutPrice: 1 } })).toBe(false);
  expect(isNothing({ ...figures, open: { ...months, results: { ...none, open: 1 } } })).toBe(false);
});
