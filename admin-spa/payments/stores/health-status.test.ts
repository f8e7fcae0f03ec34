import { expect, test } from 'vitest';
import type { StoreHealth } from '#contract/purchases/health.ts';
import { healthStatus } from './health-status.ts';

const at = '2026-11-20T12:00:00Z';
const hoursAgo = (hours: number) => new Date(Date.parse(at) - hours * 3_600_000).toISOString();
const notification = (hours: number) => ({
  type: 'DID_RENEW',
  sentAt: hoursAgo(hours),
  receivedAt: hoursAgo(hours),
});
const reconciliation = {
  completeAt: hoursAgo(10),
  startedAt: hoursAgo(10),
  failedAt: null,
  failure: null,
  missedLast: 0,
  missedTotal: 5,
};
const oldest = { purchaseId: 1, since: hoursAgo(2), attempts: 0, lastError: null };
const healthy: StoreHealth = {
  store: 'ios',
  environments: ['production'],
  canTest: true,
  hasPurchases: true,
  lastNotification: notification(1),
  lastTest: null,
  newKinds: [],
  lastDay: 12,
  monthBefore: 360,
  due: { count: 0, oldest: null },
  givenUp: 0,
  reconciliation,
  waitsUntil: null,
  unattributed: 3,
};

const cases: readonly [name: string, changes: Partial<StoreHealth>, status: string, reason: RegExp][] = [
  ['all is well', {}, 'good Working', /answered/],
  ['a sandbox', { environments: null, due: { count: 1, oldest } }, 'quiet Not connected', /Demo store/],
  [
    'a new installation',
    {
      ...{ hasPurchases: false, lastNotification: null, monthBefore: 0 },
      reconciliation: { ...reconciliation, completeAt: null, startedAt: null },
    },
    'good Connected',
    /Nothing has been sold/,
  ],
  [
    'an old notification, but nothing sold, as after a test',
    { hasPurchases: false, lastNotification: notification(5_000), monthBefore: 90 },
    'good Connected',
    /sold/,
  ],
  [
    'purchases, and no notification ever',
    { lastNotification: null },
    'waiting No notification yet',
    /hasn’t sent any/,
  ],
  [
    'a silence that is too long',
    { lastNotification: notification(80) },
    'bad No notification for 3 days',
    /about 12 a day/,
  ],
  ['a weekend of a small app', { lastNotification: notification(80), monthBefore: 20 }, 'good Working', /./],
  [
    'weeks of a small app',
    { lastNotification: notification(24 * 20), monthBefore: 10 },
    'bad No notification for 20 days',
    /about 1 a day/,
  ],
  [
    'half a day of a large app',
    { lastNotification: notification(20), monthBefore: 9_000 },
    'good Working',
    /./,
  ],
  [
    'what a reconciliation found',
    { reconciliation: { ...reconciliation, missedLast: 1 } },
    'bad Missed notifications',
    /found 1 that wasn’t/,
  ],
  [
    'a question that fails',
    { due: { count: 1, oldest: { ...oldest, attempts: 4, lastError: 'it answered 503' } } },
    'bad Store requests are failing',
    /it answered 503\./,
  ],
  [
    'a question that failed just now',
    { due: { count: 1, oldest: { ...oldest, since: hoursAgo(0.5), attempts: 2 } } },
    'good Working',
    /./,
  ],
  ['a queue', { due: { count: 90, oldest } }, 'waiting Behind', /over an hour/],
  ['questions that were given up', { givenUp: 2 }, 'waiting Questions given up', /will ask again/],
  ['a store that asks for a rest', { waitsUntil: hoursAgo(-1) }, 'waiting Waiting', /asked us to wait/],
  [
    'no complete reconciliation',
    { reconciliation: { ...reconciliation, completeAt: hoursAgo(75), failure: 'it refused our key' } },
    'bad No reconciliation',
    /3 days: it refused our key\./,
  ],
];

test.each(cases.map(([name, ...rest]) => [name, rest] as const))('%s', (_, [changes, status, reason]) => {
  const { tone, word, reason: why } = healthStatus({ ...healthy, ...changes }, at);
  expect(`${tone} ${word}`).toBe(status);
  expect(why).toMatch(reason);
});
