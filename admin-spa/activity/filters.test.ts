import { expect, test } from 'vitest';
import { startOfDay } from './filters.ts';

test('a day begins at midnight here, and the next one a day later, also when the clocks change', () => {
  expect(startOfDay('2026-11-22')).toBe(new Date(2026, 10, 22).toISOString());
  expect(startOfDay('2026-12-31', { daysLater: 1 })).toBe(new Date(2027, 0, 1).toISOString());
  expect(startOfDay('2026-03-29', { daysLater: 1 })).toBe(new Date(2026, 2, 30).toISOString());
});

test.each(['', 'yesterday', '2026-11', '22/11/2026', '2026-11-22T10:00'])('%j is no day', (text) => {
  expect(startOfDay(text)).toBeUndefined();
});
