import { expect, test } from 'vitest';
import { toCheckResult } from './outcome.ts';
import type { PurchaseState, StoreAnswer } from './store.ts';

const at = new Date('2026-12-04T23:59:59Z');
const computed = { at, certainty: 'computed' } as const;

const answerOf = (state: PurchaseState): StoreAnswer => ({
  kind: 'purchase',
  purchase: {
    state,
    rawState: 'NEW_STATE',
    environment: 'production',
    productId: 'x.monthly',
    accountToken: null,
    replaces: null,
    startedAt: at,
    orders: [],
    price: null,
  },
});
const expired = (kind: 'customer' | 'billing' | 'price_increase' | 'product_unavailable' | 'other') =>
  answerOf({ name: 'expired', at, because: { kind, raw: 'INTENT_9' } });
const active = answerOf({ name: 'active', until: at, renews: true, isTrial: false });
const canceled = answerOf({ name: 'canceled', until: at, because: { kind: 'customer', raw: '1' } });

test.each<[string, StoreAnswer, RegExp]>([
  ['active', active, /^Google Play has received the payment\. Access is restored\.$/],
  ['canceled', canceled, /restored until 04\/12\/2026\. Automatic renewal is off/],
  ['expired since then', expired('customer'), /has changed since/],
])('a settled payment is recovered: %s', (_name, answer, message) => {
  const result = toCheckResult(answer, { platform: 'android', isSettled: true });
  expect(result.outcome).toBe('recovered');
  expect(result.message).toMatch(message);
});

const unsettled: readonly [string, StoreAnswer, string, RegExp][] = [
  [
    'silent day',
    active,
    'still_failing',
    /active until 04\/12\/2026, but Google Play hasn’t received a newer payment/,
  ],
  [
    'canceled',
    canceled,
    'not_retryable',
    /^The customer canceled it\. .* access until 04\/12\/2026 and has to subscribe again/,
  ],
  [
    'a promise',
    answerOf({
      name: 'in_grace_period',
      dueAt: at,
      accessUntil: at,
      deadline: { at, certainty: 'said' },
    }),
    'still_failing',
    /grace period.*keeps access until 04\/12\/2026/,
  ],
  [
    'at least',
    answerOf({
      name: 'in_grace_period',
      dueAt: at,
      accessUntil: at,
      deadline: { at, certainty: 'at_least' },
    }),
    'still_failing',
    /keeps access at least until 04\/12\/2026/,
  ],
  [
    'billing retry',
    answerOf({ name: 'in_billing_retry', dueAt: at, deadline: computed }),
    'still_failing',
    /billing retry.*until 04\/12\/2026 at the latest, according to its rules/,
  ],
  [
    'hold',
    answerOf({ name: 'on_hold', dueAt: at, deadline: computed }),
    'still_failing',
    /on hold.*04\/12\/2026/,
  ],
  ['paused', answerOf({ name: 'paused', until: at }), 'not_retryable', /paused.*until 04\/12\/2026/],
  [
    'paused, until when is not said',
    answerOf({ name: 'paused', until: null }),
    'not_retryable',
    /paused the sub/,
  ],
  [
    'customer',
    expired('customer'),
    'not_retryable',
    /expired on 04\/12\/2026: the customer canceled.*has to subscribe again/,
  ],
  ['billing', expired('billing'), 'not_retryable', /gave up.*has to subscribe again/],
  ['price', expired('price_increase'), 'not_retryable', /new price/],
  ['not for sale', expired('product_unavailable'), 'not_retryable', /Make the product available again/],
  ['new cause', expired('other'), 'not_retryable', /the store says “INTENT_9”/],
  [
    'revoked',
    answerOf({ name: 'revoked', at }),
    'not_retryable',
    /refunded or revoked.*04\/12\/2026\. .*has to subscribe again/,
  ],
  ['pending', answerOf({ name: 'pending' }), 'still_failing', /first payment/],
  ['new state', answerOf({ name: 'unrecognized' }), 'still_failing', /says “NEW_STATE”.*Nothing was changed/],
  ['never known', { kind: 'never_known', raw: '404' }, 'not_retryable', /doesn’t recognize/],
  ['known no longer', { kind: 'known_no_longer', raw: '410' }, 'not_retryable', /no longer answers/],
  [
    'not now',
    { kind: 'not_now', because: 'it sleeps', until: null },
    'store_unreachable',
    /couldn’t be checked: it sleeps\..*later/,
  ],
];

test.each(unsettled)('a payment that is not settled: %s', (...[, answer, outcome, message]) => {
  const result = toCheckResult(answer, { platform: 'android', isSettled: false });
  expect(result.outcome).toBe(outcome);
  expect(result.message).toMatch(message);
});
