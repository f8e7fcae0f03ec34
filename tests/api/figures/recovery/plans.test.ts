import { expect, test } from 'vitest';
import { readCohorts } from '#api/purchases/payments/recovery-figures.ts';
import { MAX_PLANS } from '#contract/payments/figures.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { storePayments } from '#tests/setup/api/payments.ts';
import { addSubscription, failedPayment } from '../rows.ts';

const { db } = await cloneDatabase();

test('the figures name the largest plans only, and their sum has them all', async () => {
  const payment = failedPayment(await addSubscription(db));
  const plans = Array.from({ length: MAX_PLANS + 5 }, (_, index) => `plan ${index}`);
  const createdAt = new Date('2026-03-10T00:00:00Z');
  const rows = [...plans, 'plan 54', 'plan 54'].map((product_id) => ({
    ...payment,
    ...{ product_id, created_at: createdAt },
  }));
  await storePayments(db, rows);
  const { closed } = await readCohorts(db, new Date('2026-11-20T10:00:00Z'));
  expect(closed.plans).toHaveLength(MAX_PLANS);
  expect(closed.plans[0]).toMatchObject({ productId: 'plan 54', results: { open: 3 } });
  expect(closed.results.open).toBe(rows.length);
});
