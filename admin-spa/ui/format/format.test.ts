import { afterEach, expect, test, vi } from 'vitest';
import { formatCount, formatDate, formatMoney } from './format.ts';

afterEach(() => vi.unstubAllEnvs());

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

test('a day without a time is the same in every time zone, and one that begins at 01:00 is itself', () => {
  vi.stubEnv('TZ', 'America/Havana');
  expect(formatDate('2026-03-08')).toBe('08/03/2026');
  expect(formatDate('2026-03-08T05:00:00.000Z')).toBe('08/03/2026');
  expect(formatDate('2026-03-08T04:59:59.999Z')).toBe('07/03/2026');
});
