import { expect, test } from 'vitest';
import { formatMinutes, formatMinutesLong, formatPreparation } from './minutes.ts';

test.each([
  [1_500, '25 min', '25 minutes'],
  [60, '1 min', '1 minute'],
  [90, '1.5 min', '1.5 minutes'],
  [100, '1.7 min', '1.7 minutes'],
  [0, '0 min', '0 minutes'],
  [1_234, '21 min', '21 minutes'],
  [72_000, '1,200 min', '1,200 minutes'],
])('%d seconds', (seconds, short, words) => {
  expect(formatMinutes(seconds)).toBe(short);
  expect(formatMinutesLong(seconds)).toBe(words);
});

test('a missing time is a dash', () => {
  expect(formatMinutes(null)).toBe('–');
});

test('a preparation of 0 is an unknown one', () => {
  expect(formatPreparation(0)).toBe('–');
  expect(formatPreparation(null)).toBe('–');
  expect(formatPreparation(900)).toBe('15 min');
});
