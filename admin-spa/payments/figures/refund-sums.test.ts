import { expect, test } from 'vitest';
import type { RefundFigures } from '#contract/refunds.ts';
import { sumBy, sumRefunds } from './refund-sums.ts';

const one: RefundFigures = {
  ...{ store: 'ios', plan: 'monthly', storeReason: 'LEGAL' },
  ...{ requests: 2, answeredInTime: 1, granted: 1, declined: 0, refunded: 9.99 },
};
const figures: readonly RefundFigures[] = [
  one,
  { ...one, store: 'android', storeReason: '7', requests: 5, declined: 4 },
  { ...one, plan: null, requests: 1 },
];

test('the sum of all', () => {
  expect(sumRefunds(figures)).toEqual({
    requests: 8,
    answeredInTime: 3,
    granted: 3,
    declined: 4,
    refunded: expect.closeTo(29.97),
  });
  expect(sumRefunds([]).requests).toBe(0);
});

test('each part is summed, the most requests first', () => {
  const counts = (nameOf: (figure: RefundFigures) => string) =>
    sumBy(figures, nameOf).map(({ name, requests }) => [name, requests]);
  expect(counts(({ store }) => store)).toEqual([
    ['android', 5],
    ['ios', 3],
  ]);
  expect(counts(({ plan }) => plan ?? '')).toEqual([
    ['monthly', 7],
    ['', 1],
  ]);
});
