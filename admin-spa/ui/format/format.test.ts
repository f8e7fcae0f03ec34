import { expect, test } from 'vitest';
import { formatCount, formatMoney } from './format.ts';

const money = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

const amounts = [
  0, 0.5, 1, 9.99, 12.345, 99.999, 999, 999.99, 999.995, 1_000, 1_234.5, 12_345.67, 123_456.78,
];

test.each([...amounts, 1_000_000, 9_876_543.21, 123_456_789_012.34])('%d as Intl writes it', (amount) => {
  for (const number of [amount, -amount]) {
    if (Object.is(number, -0)) continue;
    expect(formatMoney(number)).toBe(money.format(number));
    expect(formatCount(Math.round(number))).toBe(whole.format(Math.round(number) + 0));
  }
});

test('a missing number is a dash', () => {
  expect(formatMoney(null)).toBe('–');
  expect(formatCount(null)).toBe('–');
});
