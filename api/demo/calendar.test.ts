import { expect, test } from 'vitest';
import { addMonths, createArrivalCurve } from './calendar.ts';

test.each([
  ['2026-01-31T10:00:00.000Z', 1, '2026-02-28T10:00:00.000Z'],
  ['2028-01-31T10:00:00.000Z', 1, '2028-02-29T10:00:00.000Z'],
  ['2026-03-31T23:59:59.000Z', -1, '2026-02-28T23:59:59.000Z'],
  ['2026-11-20T00:00:00.000Z', -24, '2024-11-20T00:00:00.000Z'],
  ['2026-12-05T00:00:00.000Z', 1, '2027-01-05T00:00:00.000Z'],
])('%s moved by %i months is %s', (from, months, to) => {
  expect(addMonths(new Date(from), months).toISOString()).toBe(to);
});

test('arrivals begin 24 months before now, end now, and grow between the years', () => {
  const now = new Date('2026-11-20T09:30:00Z');
  const at = createArrivalCurve(now, 24);
  expect(at(0).toISOString()).toBe('2024-11-20T09:30:00.000Z');
  expect(at(1)).toEqual(now);
  expect(at(0.5).getTime()).toBeGreaterThan(new Date('2025-11-20').getTime());
});
