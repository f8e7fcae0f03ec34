import { expect, test } from 'vitest';
import { type CheckState, canRetry } from './can-retry.ts';

const payment = {
  id: 7,
  email: null,
  product_id: null,
  platform: null,
  error_message: null,
  created_at: null,
};

test.each<[boolean, CheckState]>([
  [true, { state: 'unchecked' }],
  [false, { state: 'checking' }],
  [false, { state: 'recovered' }],
  [true, { state: 'failed', outcome: null }],
  [true, { state: 'failed', outcome: 'still_failing' }],
  [true, { state: 'failed', outcome: 'store_unreachable' }],
  [false, { state: 'failed', outcome: 'not_retryable' }],
])('%s for %o', (can, check) => {
  expect(canRetry(payment, new Map([['7', check]]))).toBe(can);
});

test('another payment’s check is no reason', () => {
  expect(canRetry(payment, new Map([['70', { state: 'checking' }]]))).toBe(true);
  expect(canRetry(payment, new Map())).toBe(true);
});
