import { expect, test } from 'vitest';
import { cohortMonths, monthsLater } from './recovery-figures.ts';

test.each([
  // The end of August is 83 days ago, the end of September 53.
  ['2026-11-23T12:00:00Z', '2025-09', '2026-08', '2026-09', '2026-11'],
  // Exactly 60 days are not more than 60.
  ['2026-11-30T00:00:00.000Z', '2025-09', '2026-08', '2026-09', '2026-11'],
  ['2026-11-30T00:00:00.001Z', '2025-10', '2026-09', '2026-10', '2026-11'],
  ['2026-03-01T00:00:00Z', '2024-12', '2025-11', '2025-12', '2026-03'],
  ['2026-03-02T00:00:00.001Z', '2025-01', '2025-12', '2026-01', '2026-03'],
])('at %s the months from %s to %s are closed, and those from %s to %s open', (now, ...expected) => {
  const { closed, open } = cohortMonths(new Date(now));
  expect([closed.from, closed.until, open.from, open.until]).toEqual(expected);
});

test('the cohorts have no gap: twelve closed months, and the open ones follow', () => {
  for (let day = 0; day < 400; day += 1) {
    const now = new Date(Date.UTC(2026, 0, 1 + day, 7));
    const { closed, open } = cohortMonths(now);
    expect(monthsLater(closed.from, 12), now.toISOString()).toBe(open.from);
    expect(monthsLater(closed.until, 1), now.toISOString()).toBe(open.from);
    expect(new Date(`${open.from}-01`).getTime()).toBeLessThan(now.getTime() - 59 * 86_400_000);
  }
});
