import { expect, test } from 'vitest';
import { startWorker } from '#api/jobs/worker.ts';
import { writeAnswer } from '#api/purchases/ask-purchase.ts';
import { dropOldQuestions, recordQuestion } from '#api/purchases/questions.ts';
import { createPurchaseQueue } from '#api/purchases/queue.ts';
import { receiveNotification } from '#api/purchases/receive-notification.ts';
import type { StoreAnswer, StorePurchase } from '#api/purchases/store.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { createTestLog } from '#tests/setup/api/log.ts';
import { addAdministrator } from '#tests/setup/api/people.ts';
import { askAboutDue } from '#tests/setup/api/purchases.ts';
import { paidPurchase } from '#tests/setup/api/stores.ts';
import { type Bought, createScriptedStore } from './scripted-store.ts';

const { db } = await cloneDatabase();
const { clock, inDays, answers, services, buy, tell, notificationOf, purchaseOf } = createScriptedStore(db);
const HOUR_MS = 3_600_000;

const active = (): Partial<StorePurchase> => ({
  state: { name: 'active', until: inDays(30), renews: true, isTrial: false },
  rawState: '1 active',
});
const paid = ({ key }: Bought): StoreAnswer => ({
  kind: 'purchase',
  purchase: { ...paidPurchase(key, inDays(30)), orders: [] },
});
const passHours = (hours: number) => {
  clock.now = new Date(clock.now.getTime() + hours * HOUR_MS);
};

async function questionsOf(bought: Bought) {
  const rows = await db
    .selectFrom('purchase_questions')
    .where('purchase_id', '=', (await purchaseOf(bought))?.id ?? 0)
    .orderBy('asked_at')
    .select(['answer', 'raw_state', 'times', 'since', 'asked_at', 'administrator_id'])
    .execute();
  return rows;
}
const linesOf = async (bought: Bought) =>
  (await questionsOf(bought)).map(({ answer, raw_state, times }) => `${times} ${answer} ${raw_state}`);

test('each question leaves its answer; the same answer a day later joins it, later it does not', async () => {
  const bought = await buy();
  await tell(bought, active());
  const [first] = await questionsOf(bought);
  passHours(24);
  await tell(bought, active());
  passHours(20);
  await tell(bought, active());
  expect(await linesOf(bought)).toEqual(['3 purchase 1 active']);
  const [joined] = await questionsOf(bought);
  expect(joined?.since).toEqual(first?.since);
  expect(joined?.asked_at.getTime()).toBeGreaterThan(first?.asked_at.getTime() ?? 0);
  await tell(bought, { ...active(), rawState: '4 billing grace period' });
  await tell(bought, active());
  passHours(27);
  await tell(bought, active());
  expect(await linesOf(bought)).toEqual([
    '3 purchase 1 active',
    '1 purchase 4 billing grace period',
    '1 purchase 1 active',
    '1 purchase 1 active',
  ]);
});

test('a store that cannot be asked leaves one row, however often the worker tries', async () => {
  const bought = await buy();
  await tell(bought, active());
  for (const because of ['it answered 503', 'it didn’t answer in time', 'it answered 503']) {
    answers.set(bought.key, { kind: 'not_now', because, until: null });
    await db.updateTable('purchases').set({ due_at: clock.now }).where('key', '=', bought.key).execute();
    const worker = startWorker(
      { ...services, log: createTestLog([]) },
      createPurchaseQueue({ ...services, log: createTestLog([]) }, 'ios'),
    );
    await expect
      .poll(async () => (await purchaseOf(bought))?.due_at?.getTime())
      .toBeGreaterThan(clock.now.getTime());
    await worker.stop();
    passHours(1);
  }
  expect(await linesOf(bought)).toEqual(['1 purchase 1 active', '3 not_now it answered 503']);
});

test('the time since when no answer has come stays while attempts fail, and ends with an answer', async () => {
  const bought = await buy();
  const seen = clock.now;
  await tell(bought, active());
  const dueSince = async () => {
    const { due_at, due_since } = (await purchaseOf(bought)) ?? {};
    return due_at ? due_since : null;
  };
  const hear = () => receiveNotification(db, notificationOf(bought), clock.now);
  expect(await dueSince()).toBeNull();
  passHours(1);
  const first = clock.now;
  await hear();
  passHours(1);
  answers.set(bought.key, { kind: 'not_now', because: 'it answered 503', until: null });
  await askAboutDue(services);
  await hear();
  expect(await dueSince()).toEqual(first);
  // An answer, and a notification while it was asked for.
  passHours(1);
  const asked = { answer: paid(bought), askedAt: clock.now, askedOrders: [] };
  passHours(1);
  await hear();
  const purchaseId = (await purchaseOf(bought))?.id ?? 0;
  await db.transaction().execute((transaction) => writeAnswer(transaction, { purchaseId, ...asked }, null));
  expect(await dueSince()).toEqual(clock.now);
  // An administrator's question does not end the wait of the worker, whose attempts may fail.
  passHours(1);
  const other = { answer: paid(bought), askedAt: clock.now, askedOrders: [] };
  await db.transaction().execute((transaction) => writeAnswer(transaction, { purchaseId, ...other }, null));
  expect(await dueSince()).not.toBeNull();
  passHours(1);
  await tell(bought, active());
  expect(await dueSince()).toBeNull();
  expect((await purchaseOf(bought))?.first_seen_at).toEqual(seen);
});

test('a question of an administrator is a row of its own, before and after one of the worker', async () => {
  const bought = await buy();
  await tell(bought, active());
  const { id: purchaseId = 0 } = (await purchaseOf(bought)) ?? {};
  const { id } = await addAdministrator(db);
  const answer = answers.get(bought.key);
  if (!answer) throw new Error('The store says nothing.');
  const ask = async (administratorId: number | null) => {
    const question = { purchaseId, administratorId, answer, askedAt: clock.now };
    await db.transaction().execute((transaction) => recordQuestion(transaction, question));
    passHours(1);
  };
  await ask(id);
  await ask(id);
  await ask(null);
  await ask(null);
  expect((await questionsOf(bought)).map(({ times, administrator_id }) => [times, administrator_id])).toEqual(
    [
      [1, null],
      [1, id],
      [1, id],
      [2, null],
    ],
  );
});

test('questions end after 180 days', async () => {
  const bought = await buy();
  await tell(bought, active());
  await dropOldQuestions(db, inDays(179));
  expect(await linesOf(bought)).toHaveLength(1);
  await dropOldQuestions(db, inDays(181));
  expect(await linesOf(bought)).toEqual([]);
});
