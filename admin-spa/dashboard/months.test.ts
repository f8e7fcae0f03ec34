import { expect, test } from 'vitest';
import { elapsedShare, niceTop, paceOf, toMonths } from './months.ts';

const now = new Date('2026-06-15T12:00:00Z');
const row = (month: string, subscription_count: number, total_revenue = subscription_count * 10) => ({
  month,
  subscription_count,
  total_revenue,
  not_converted: null,
});

test('months are in the order of time, and the running one is marked', () => {
  const months = toMonths([row('2026-06', 5), row('2026-05', 120), row('2026-04', 100)], now);
  expect(months?.map(({ month, isRunning }) => [month, isRunning])).toEqual([
    ['2026-04', false],
    ['2026-05', false],
    ['2026-06', true],
  ]);
});

test('only adjacent complete months are compared', () => {
  const months = toMonths(
    [row('2026-06', 5), row('2026-05', 120), row('2026-04', 100), row('2026-02', 50), row('2025-12', 40)],
    now,
  );
  expect(months?.map(({ month, change }) => [month, change?.count ?? null])).toEqual([
    ['2025-12', null],
    ['2026-02', null],
    ['2026-04', null],
    ['2026-05', 0.2],
    ['2026-06', null],
  ]);
});

test('December is followed by January', () => {
  const [, january] = toMonths([row('2026-01', 50), row('2025-12', 100)], now) ?? [];
  expect(january?.change).toEqual({ count: -0.5, revenue: -0.5 });
});

test('nothing is compared with zero', () => {
  const [, after] = toMonths([row('2026-02', 50), row('2026-01', 0)], now) ?? [];
  expect(after?.change).toEqual({ count: null, revenue: null });
});

test('the newest 24 months are shown, the first of them compared too', () => {
  const rows = Array.from({ length: 30 }, (_, index) =>
    row(new Date(Date.UTC(2023, index, 1)).toISOString().slice(0, 7), index + 1),
  );
  const months = toMonths(rows, now);
  expect(months).toHaveLength(24);
  expect(months?.[0]?.change?.count).toBeCloseTo(1 / 6);
});

test('other ways to write a month have no chart', () => {
  expect(toMonths([row('June 2026', 5), row('2026-05', 5)], now)).toBeNull();
  expect(toMonths([row('2026-05', 5)], now)).toBeNull();
});

test('the axis ends at a round figure, at or above the highest', () => {
  for (const [highest, top] of [
    [0, 1],
    [1, 1],
    [81, 100],
    [101, 200],
    [1264.32, 2000],
    [31_000, 40_000],
    [800, 800],
    [0.3, 0.3],
    [2520, 3000],
    [81_000, 100_000],
  ] as const)
    expect(niceTop(highest)).toBeCloseTo(top, 10);
});

test('the pace of a month is what it comes to at the speed so far', () => {
  expect(elapsedShare(new Date('2026-11-16T00:00:00Z'))).toBeCloseTo(0.5, 10);
  expect(elapsedShare(new Date('2026-11-01T00:00:00Z'))).toBe(0);
  expect(paceOf(100, 0.5)).toBe(200);
  expect(paceOf(100, 0.05)).toBeNull();
});
