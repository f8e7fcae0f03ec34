import { expect, test } from 'vitest';
import type { FailedPayment, RetryOutcome } from '#contract/payments/records.ts';
import { type CheckState, canRetry } from './can-retry.ts';

const now = Date.parse('2026-06-07T12:00:00Z');
const HOUR_MS = 3_600_000;

function payment(outcome?: RetryOutcome, ageHours = 0): FailedPayment {
  const last_check = outcome
    ? { outcome, message: 'Words.', at: new Date(now - ageHours * HOUR_MS).toISOString() }
    : null;
  return {
    id: 7,
    email: null,
    name: null,
    product_id: null,
    platform: null,
    amount: null,
    error_message: null,
    created_at: null,
    last_check,
    ...{
      user_id: null,
      purchase_id: null,
      recovered_at: null,
      recovered_by: null,
      ended_at: null,
      deadline: null,
      access: null,
      courtesy_until: null,
      other_subscription: null,
      reminder: null,
    },
  };
}

test.each<[boolean, CheckState]>([
  [true, { state: 'unchecked' }],
  [false, { state: 'checking' }],
  [false, { state: 'recovered' }],
  [true, { state: 'failed', outcome: null }],
  [true, { state: 'failed', outcome: 'still_failing' }],
])('%s for %o', (expected, check) => {
  expect(canRetry(payment(), new Map([['7', check]]), now)).toBe(expected);
});

test.each<[boolean, RetryOutcome, number]>([
  [true, 'still_failing', 0],
  [true, 'store_unreachable', 0],
  [false, 'not_retryable', 0],
  [false, 'not_retryable', 23],
  [true, 'not_retryable', 25],
])('%s if the outcome was %s, %i hours ago', (expected, outcome, ageHours) => {
  expect(canRetry(payment(outcome, ageHours), new Map(), now)).toBe(expected);
});

test('a recovered payment is never retried', () => {
  const recovered = { ...payment('recovered', 1), recovered_at: new Date(now).toISOString() };
  expect(canRetry(recovered, new Map(), now)).toBe(false);
});

test('the check of another payment is ignored', () => {
  expect(canRetry(payment(), new Map([['70', { state: 'checking' }]]), now)).toBe(true);
});
