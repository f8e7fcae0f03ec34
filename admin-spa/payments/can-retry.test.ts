import { expect, test } from 'vitest';
import type { FailedPayment, RetryOutcome } from '#contract/payments.ts';
import { type CheckState, canRetry } from './can-retry.ts';

const now = Date.parse('2026-06-07T12:00:00Z');
const HOUR = 3_600_000;

function payment(outcome?: RetryOutcome, age = 0): FailedPayment {
  const last_check = outcome
    ? { outcome, message: 'Words.', at: new Date(now - age * HOUR).toISOString() }
    : null;
  return {
    id: 7,
    email: null,
    product_id: null,
    platform: null,
    error_message: null,
    created_at: null,
    last_check,
  };
}

test.each<[boolean, CheckState]>([
  [true, { state: 'unchecked' }],
  [false, { state: 'checking' }],
  [false, { state: 'recovered' }],
  [true, { state: 'failed', outcome: null }],
  [true, { state: 'failed', outcome: 'still_failing' }],
])('%s for %o', (can, check) => {
  expect(canRetry(payment(), new Map([['7', check]]), now)).toBe(can);
});

test.each<[boolean, RetryOutcome, number]>([
  [true, 'still_failing', 0],
  [true, 'store_unreachable', 0],
  [false, 'not_retryable', 0],
  [false, 'not_retryable', 23],
  [true, 'not_retryable', 25],
])('%s where the last check said %s, %i hours ago', (can, outcome, age) => {
  expect(canRetry(payment(outcome, age), new Map(), now)).toBe(can);
});

test('another payment’s check is no reason', () => {
  expect(canRetry(payment(), new Map([['70', { state: 'checking' }]]), now)).toBe(true);
});
