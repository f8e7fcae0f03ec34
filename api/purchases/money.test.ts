import { expect, test } from 'vitest';
import { toMoney } from './money.ts';

test.each([
  [7.99, 'USD', 799],
  [0.29, 'EUR', 29],
  [1_500, 'JPY', 1_500],
  [2.95, 'KWD', 2_950],
  [0, 'USD', 0],
])('%d %s are %i minor units', (amount, currency, minor) => {
  expect(toMoney(amount, currency)).toEqual({ minor, currency });
});

test.each([-0.01, 21_474_836.48, Number.POSITIVE_INFINITY, Number.NaN])('%d is no price', (amount) => {
  expect(toMoney(amount, 'USD')).toBeNull();
});
