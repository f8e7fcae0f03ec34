import { expect, test } from 'vitest';
import { readOrderNumber, storesOf } from './orders.ts';

test.each([
  ['GPA.3345-1234-5678-90123', ['android']],
  ['gpa.3345-1234-5678-90123..4', ['android']],
  ['12999763169054705758.1371079406387615', ['android']],
  ['MVXQ3N8B7D', ['ios']],
  ['mvxq3n8b7d', ['ios']],
  ['2000000123456789', ['ios']],
  ['4711', ['ios', 'android']],
  ['ORDER-4711', ['ios', 'android']],
  ['sandbox:active:2026-11-30:ann..1', ['ios', 'android']],
])('%s may be of %j', (number, stores) => {
  expect(storesOf(readOrderNumber(number))).toEqual(stores);
});

test.each([
  [' GPA.3345-1234-5678 -90123\n', 'GPA.3345-1234-5678-90123'],
  ['#MVXQ3N8B7D', 'MVXQ3N8B7D'],
  ['gpa.1..2', 'GPA.1..2'],
])('%j is read as %s', (text, number) => {
  expect(readOrderNumber(text)).toBe(number);
});

test.each([
  ['  ', 'Enter the order number.'],
  ['GPA/../1', 'An order number has only letters, digits, dots, and hyphens.'],
  ['a?b=c', 'An order number has only letters, digits, dots, and hyphens.'],
  ['订单', 'An order number has only letters, digits, dots, and hyphens.'],
])('%j is refused: %s', (text, message) => {
  expect(() => readOrderNumber(text)).toThrow(message);
});
