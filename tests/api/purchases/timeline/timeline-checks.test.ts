import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { scheduleCheck } from '#api/purchases/schedule-check.ts';
import { readPurchaseTimeline } from '#api/purchases/timeline.ts';
import type { TimelineEntry } from '#contract/purchases/timeline.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { addAdministrator } from '#tests/setup/api/people.ts';
import { createScriptedStore } from '../scripted-store.ts';

/** Checks of a timeline, which are read through the failed payments of the purchase. */

const { db } = await cloneDatabase();
const { clock, inDays, buy, tell, purchaseOf, paymentsOf } = createScriptedStore(db);
const { id: administratorId } = await addAdministrator(db);

async function fail() {
  const bought = await buy();
  const deadline = { at: inDays(60), certainty: 'computed' } as const;
  await tell(bought, { state: { name: 'in_billing_retry', dueAt: clock.now, deadline }, rawState: '3' });
  const [payment] = await paymentsOf(bought);
  const purchase = await purchaseOf(bought);
  if (!payment || !purchase) throw new Error('Nothing failed.');
  return { payment, purchase };
}

async function addChecks(paymentId: number, count: number) {
  const minutes = (number: number) => new Date(clock.now.getTime() + number * 60_000);
  const values = Array.from({ length: count }, (_, index) => ({
    ...{ id: randomUUID(), payment_id: paymentId, administrator_id: administratorId, notes: `${index}` },
    ...{ started_at: minutes(index), finished_at: minutes(index + 1) },
    ...({ outcome: 'still_failing', message: 'm' } as const),
  }));
  await db.insertInto('payment_checks').values(values).execute();
}

async function checksOf(purchaseId: number) {
  const found: TimelineEntry[] = [];
  for (let before: string | null | undefined; before !== null; ) {
    const page = await readPurchaseTimeline(db, purchaseId, before);
    found.push(...page.entries);
    before = page.older;
  }
  return found.filter((entry) => entry.kind === 'check');
}

test('more checks of one payment than a page has are all shown', async () => {
  const { payment, purchase } = await fail();
  await addChecks(payment.id, 65);
  const notes = (await checksOf(purchase.id)).map((check) => check.notes);
  expect(notes).toEqual(Array.from({ length: 65 }, (_, index) => `${64 - index}`));
});

test('a check has the words of its own question, not those of one by the worker meanwhile', async () => {
  const { payment, purchase } = await fail();
  await addChecks(payment.id, 1);
  const at = (seconds: number) => new Date(clock.now.getTime() + seconds * 1_000);
  const asked = (seconds: number) =>
    ({ since: at(seconds), asked_at: at(seconds), answer: 'purchase' }) as const;
  await db
    .insertInto('purchase_questions')
    .values([
      { ...asked(10), purchase_id: purchase.id, administrator_id: null, raw_state: 'of the worker' },
      { ...asked(20), purchase_id: purchase.id, administrator_id: administratorId, raw_state: 'its own' },
    ])
    .execute();
  expect(await checksOf(purchase.id)).toMatchObject([{ rawState: 'its own' }]);
});

test('a purchase of the other store with the same key is another one', async () => {
  const one = await fail();
  const other = await fail();
  const due = { platform: 'android', key: one.purchase.key, environment: 'production' } as const;
  await scheduleCheck(db, { ...due, productId: null, accountToken: null, orders: [] }, clock.now);
  await db
    .updateTable('failed_payments')
    .set({ platform: 'android', purchase_token: one.purchase.key })
    .where('id', '=', other.payment.id)
    .execute();
  await addChecks(one.payment.id, 1);
  await addChecks(other.payment.id, 2);
  expect(await checksOf(one.purchase.id)).toHaveLength(1);
});
