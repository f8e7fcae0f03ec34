import { expect, test } from 'vitest';
import { retryOutcomes } from '#contract/payments/records.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { seed } from '#tests/setup/seed.ts';
import { toCheckResult } from '../../purchases/outcome.ts';
import { createSandboxConnection } from '../../purchases/sandbox/connection.ts';
import { fillDemo } from '../fill.ts';

const now = new Date('2026-11-20T09:30:00Z');

test(`forty payments failed, half of them on each store, with every answer on retry (seed ${seed})`, async () => {
  const { db } = await cloneDatabase();
  await fillDemo(db, { seed, now });
  const store = createSandboxConnection('ios', { db, clock: () => now });
  const payments = await db
    .selectFrom('failed_payments')
    .where('recovered_at', 'is', null)
    .selectAll()
    .execute();
  for (const platform of ['ios', 'android'] as const) {
    const ofStore = payments.filter((payment) => payment.platform === platform);
    expect(ofStore).toHaveLength(20);
    const results = await Promise.all(
      ofStore.map(async ({ purchase_token: token, product_id: productId }) => {
        const signal = new AbortController().signal;
        const question = {
          ...{ platform, productId, key: token, environment: 'production' as const },
          ...{ knownOrder: null, askedOrders: [] },
        };
        const answer = await store.ask(question, signal);
        const isSettled = answer.kind === 'purchase' && answer.purchase.orders.length > 0;
        return toCheckResult(answer, { platform, isSettled });
      }),
    );
    const outcomes = results.map(({ outcome }) => outcome);
    expect([...new Set(outcomes)].sort(), platform).toEqual([...retryOutcomes].sort());
    for (const { message } of results) expect(message).not.toMatch(/undefined|NaN|Invalid/);
  }
  for (const { created_at, amount_cents, error_message } of payments) {
    expect(created_at.getTime()).toBeLessThanOrEqual(now.getTime());
    expect(amount_cents).toBeGreaterThan(0);
    expect(error_message).toMatch(/\.$/);
  }
  expect(new Set(payments.map(({ purchase_token }) => purchase_token)).size).toBe(40);
});
