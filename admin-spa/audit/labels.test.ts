import { expect, test } from 'vitest';
import { retryOutcomes } from '#contract/payments/records.ts';
import { fieldLabel, valueLabel } from './labels.ts';

test('every outcome of a payment check has a label', () => {
  expect(fieldLabel('outcome')).toBe('Outcome');
  expect(retryOutcomes.map((outcome) => valueLabel('outcome', outcome))).toEqual([
    'Recovered',
    'Still failing',
    'Not retryable',
    'Store unreachable',
  ]);
});

test('an unknown outcome is shown as sent', () => {
  for (const outcome of ['refunded', 'toString']) expect(valueLabel('outcome', outcome)).toBe(outcome);
});
