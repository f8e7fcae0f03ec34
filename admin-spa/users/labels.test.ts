import { expect, test } from 'vitest';
import { retryOutcomes } from '#contract/payments.ts';
import { fieldLabel, valueLabel } from './labels.ts';

test('every outcome of a payment check is said in words', () => {
  expect(fieldLabel('outcome')).toBe('Outcome');
  expect(retryOutcomes.map((outcome) => valueLabel('outcome', outcome))).toEqual([
    'Recovered',
    'Still failing',
    'Not retryable',
    'Store unreachable',
  ]);
});

test('an outcome we do not know is shown as it is', () => {
  for (const outcome of ['refunded', 'toString']) expect(valueLabel('outcome', outcome)).toBe(outcome);
});
