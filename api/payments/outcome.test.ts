import { expect, test } from 'vitest';
import { toCheckResult } from './outcome.ts';
import type { StoreState } from './store.ts';

const at = new Date('2026-12-04T23:59:59Z');

test.each<[StoreState, string, RegExp]>([
  [
    { state: 'active', paidAt: at, until: at, renews: true },
    'recovered',
    /^Google Play has the payment\. Access is restored\.$/,
  ],
  [
    { state: 'active', paidAt: at, until: at, renews: false },
    'recovered',
    /restored until 04\/12\/2026, .* switched off/,
  ],
  [
    { state: 'in_grace_period', until: at },
    'still_failing',
    /grace period.*until 04\/12\/2026.*keeps access/,
  ],
  [{ state: 'in_billing_retry', until: at }, 'still_failing', /billing retry.*until 04\/12\/2026/],
  [{ state: 'on_hold', until: at }, 'still_failing', /on hold.*until 04\/12\/2026/],
  [{ state: 'paused', until: at }, 'not_retryable', /paused.*until 04\/12\/2026/],
  [
    { state: 'expired', at, because: 'canceled' },
    'not_retryable',
    /expired on 04\/12\/2026: the customer canceled/,
  ],
  [{ state: 'expired', at, because: 'billing_error' }, 'not_retryable', /gave up/],
  [{ state: 'expired', at, because: 'price_increase' }, 'not_retryable', /new price/],
  [{ state: 'revoked', at }, 'not_retryable', /refunded or revoked.*04\/12\/2026/],
  [{ state: 'unknown' }, 'not_retryable', /does not know/],
  [
    { state: 'unreachable', because: 'it sleeps' },
    'store_unreachable',
    /could not be asked: it sleeps\..*later/,
  ],
])('%j is %s', (storeState, outcome, message) => {
  const result = toCheckResult(storeState, 'android');
  expect(result.outcome).toBe(outcome);
  expect(result.message).toMatch(message);
});
