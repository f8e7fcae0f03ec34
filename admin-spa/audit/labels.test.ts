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

test('what the app’s backend changes has a label', () => {
  expect(['locale', 'is_email_verified'].map(fieldLabel)).toEqual(['Language', 'Email verified']);
  expect(['true', 'false', null].map((value) => valueLabel('is_email_verified', value))).toEqual([
    'Yes',
    'No',
    '–',
  ]);
});

test('what a store was told about a refund has words', () => {
  expect(fieldLabel('refund_answer_ios')).toBe('Answer to Apple');
  expect(['grant_prorated', 'no_answer', 'new'].map((value) => valueLabel('refund_rule_ios', value))).toEqual(
    ['Grant the unused part', 'Don’t answer', 'new'],
  );
});
