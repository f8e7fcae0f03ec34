import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { openSession } from '#api/auth/sessions.ts';
import { receiveNotification } from '#api/purchases/receive-notification.ts';
import type { StorePurchase } from '#api/purchases/store.ts';
import { RETRY_NOTES } from '#contract/payments/checks.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { addAdministrator } from '#tests/setup/api/people.ts';
import { createRequester } from '#tests/setup/api/requests.ts';
import { NOTHING_IS_DUE, serveApi } from '#tests/setup/api/serve.ts';
import { createScriptedStore } from '../scripted-store.ts';

const { db } = await cloneDatabase();
const store = createScriptedStore(db);
const { clock, inDays, order, buy, notificationOf, tell, purchaseOf, answers } = store;
// The test asks the store itself.
const api = await serveApi(
  db,
  {
    stores: store.services.stores,
    clock: () => clock.now,
    appBackendKey: 'the-key-of-the-timeline-0123456789',
  },
  { now: NOTHING_IS_DUE },
);
const administrator = await addAdministrator(db);
/** Days pass, so that each call needs a session of its own. */
const admin = {
  get: async (path: string) => (await signIn()).get(path),
  post: async (path: string, body?: unknown) => (await signIn()).post(path, body),
};

async function signIn() {
  const session = { userId: administrator.id, rememberMe: false };
  return createRequester(api.base, (await openSession(db, session, clock.now)).token);
}

type Entry = { kind: string; at: string } & Record<string, unknown>;

async function timelineOf(id: number, before?: string) {
  const { status, body } = await admin.get(
    `/admin/purchases/${id}/timeline${before ? `?before=${encodeURIComponent(before)}` : ''}`,
  );
  expect(status).toBe(200);
  return body.data as { entries: Entry[]; older: string | null };
}
const idOf = async (bought: { key: string }) => (await purchaseOf(bought))?.id ?? 0;
const failing = (): Partial<StorePurchase> => ({
  state: {
    name: 'in_billing_retry',
    dueAt: clock.now,
    deadline: { at: inDays(60), certainty: 'computed' },
  },
  rawState: '3 billing retry',
});

test('everything that happened to a purchase, newest first, in the words of its store', async () => {
  const bought = await buy();
  const active = { name: 'active', until: inDays(1), renews: true, isTrial: false } as const;
  await tell(bought, {
    state: active,
    rawState: '1 active',
    orders: [order('100', { isRenewal: false, paidUntil: clock.now })],
  });
  clock.now = inDays(1);
  await tell(bought, failing());
  const payment = await db
    .selectFrom('failed_payments')
    .where('user_id', '=', bought.user.id)
    .selectAll()
    .executeTakeFirstOrThrow();
  clock.now = inDays(1);
  const user = `/admin/users/${bought.user.id}`;
  await db
    .insertInto('payment_reminders')
    .values({
      payment_id: payment.id,
      stage: 'billing_retry',
      administrator_id: (await addAdministrator(db)).id,
      queued_at: clock.now,
    })
    .execute();
  // One that waits is no entry yet.
  expect((await timelineOf(await idOf(bought))).entries.map(({ kind }) => kind)).not.toContain('reminder');
  await db.updateTable('payment_reminders').set({ sent_at: clock.now }).execute();
  const until = inDays(3).toISOString().slice(0, 10);
  await admin.post(`${user}/courtesy-access`, { until, reason: 'A long wait' });
  clock.now = inDays(1);
  await admin.post(`${user}/courtesy-access/revoke`);
  await admin.post(`${user}/notes`, { text: 'Called: has a new card.' });
  answers.set(bought.key, {
    kind: 'purchase',
    purchase: { ...(await purchaseIn(bought.key)), ...failing() } as StorePurchase,
  });
  clock.now = inDays(1);
  await admin.post(`/admin/subscriptions/retry/${payment.id}`, { notes: 'The customer asked.' });
  clock.now = inDays(1);
  await admin.post(`/admin/subscriptions/retry/${payment.id}`, { notes: RETRY_NOTES });
  clock.now = inDays(1);
  await tell(bought, {
    state: { ...active, until: inDays(30) },
    rawState: '1 active',
    orders: [order('101', { refund: { at: inDays(0), minor: 500 } })],
  });
  clock.now = inDays(1);
  await receiveNotification(
    db,
    { ...notificationOf(bought), type: 'REFUND', at: inDays(-1), byReconciliation: true },
    clock.now,
  );

  const { entries, older } = await timelineOf(await idOf(bought));
  expect(older).toBeNull();
  expect([...entries].sort((one, other) => other.at.localeCompare(one.at))).toEqual(entries);
  const by = expect.stringMatching(/^.+ \(.+@.+\)$/);
  const entriesOf = (kind: string) =>
    entries.filter((entry) => entry.kind === kind).map(({ kind: _, at: __, ...details }) => details);
  expect(entriesOf('notification')).toEqual([
    { type: 'REFUND', byReconciliation: true, receivedAt: clock.now.toISOString() },
    ...Array.from({ length: 3 }, () => ({ type: 'DID_RENEW', byReconciliation: false, receivedAt: null })),
  ]);
  expect(entriesOf('question').map(({ answer, rawState, times }) => [answer, rawState, times])).toEqual([
    ['purchase', '1 active', 1],
    ['purchase', '3 billing retry', 1],
    ['purchase', '1 active', 1],
  ]);
  const checked = { by, outcome: 'still_failing', message: expect.stringContaining('billing retry') };
  expect(entriesOf('check')).toEqual([
    { ...checked, rawState: '3 billing retry', notes: null },
    { ...checked, rawState: '3 billing retry', notes: 'The customer asked.' },
  ]);
  expect(entriesOf('failure')).toEqual([{ message: expect.stringContaining('couldn’t collect') }]);
  const money = (minor: number) => ({ minor, currency: 'USD' });
  expect(entriesOf('charge')).toEqual([
    { order: '101', amount: money(999), isRecovery: true },
    { order: '100', amount: money(999), isRecovery: false },
  ]);
  expect(entriesOf('refund')).toEqual([{ order: '101', amount: money(500) }]);
  expect(entriesOf('reminder')).toEqual([{ by, stage: 'billing_retry' }]);
  expect(entriesOf('courtesy')).toEqual([{ by, until, reason: 'A long wait' }]);
  expect(entriesOf('courtesy-end')).toEqual([{}]);
  expect(entriesOf('note')).toEqual([{ by, text: 'Called: has a new card.' }]);
  // The key identifies the customer in the store.
  expect(JSON.stringify(entries)).not.toContain(bought.key);
});

async function purchaseIn(key: string) {
  const answer = answers.get(key);
  if (answer?.kind !== 'purchase') throw new Error('The store knows no purchase.');
  return answer.purchase;
}

test('pages follow each other without a gap or a repetition, also where many entries have one time', async () => {
  const bought = await buy();
  await tell(bought, {});
  const id = await idOf(bought);
  const at = (minute: number) => new Date(clock.now.getTime() - minute * 60_000);
  const rows = Array.from({ length: 65 }, (_, index) => ({
    platform: 'ios' as const,
    id: randomUUID(),
    type: `T${index}`,
    environment: 'production' as const,
    // Thirty of them at one time.
    sent_at: index < 30 ? at(500) : at(index),
    received_at: at(0),
    purchase_id: id,
    payload: null,
  }));
  await db.insertInto('store_notifications').values(rows).execute();
  const found: Entry[] = [];
  let pages = 0;
  for (let before: string | null | undefined; before !== null; pages += 1) {
    const page = await timelineOf(id, before);
    expect(page.entries.length).toBeLessThanOrEqual(20);
    found.push(...page.entries);
    before = page.older;
  }
  expect(pages).toBe(4);
  const types = found.filter(({ kind }) => kind === 'notification').map(({ type }) => type);
  expect(new Set(types).size).toBe(66);
  expect(types).toHaveLength(66);
  expect(found.map(({ at: time }) => time)).toEqual(
    found
      .map(({ at: time }) => time)
      .sort()
      .reverse(),
  );
});

test('the list of failed payments names the purchase of each', async () => {
  const bought = await buy();
  await tell(bought, failing());
  const { body } = await admin.get(`/admin/subscriptions/failed-payments?userId=${bought.user.id}`);
  const { payments } = body.data as { payments: { purchase_id: number }[] };
  expect(payments.map(({ purchase_id }) => purchase_id)).toEqual([await idOf(bought)]);
});

test('a purchase without a user has a timeline; an unknown one and that of a deleted account have none', async () => {
  const bought = await buy();
  const unattributed = { ...bought, key: randomUUID(), accountToken: '' };
  await tell(unattributed, {});
  const { entries } = await timelineOf(await idOf(unattributed));
  expect(entries.map(({ kind }) => kind).sort()).toEqual(['notification', 'question']);
  await tell(bought, {});
  await db.updateTable('users').set({ status: 'deleted' }).where('id', '=', bought.user.id).execute();
  for (const id of [await idOf(bought), 2_000_000_000]) {
    expect((await admin.get(`/admin/purchases/${id}/timeline`)).status).toBe(404);
  }
});

test.each([
  'x',
  '2026-11-20',
  '2026-13-45T10:00:00.000000Z~1',
  '2026-02-30T00:00:00.000000Z~1',
  '0000-01-01T00:00:00.000000Z~0',
  `${'9'.repeat(40)}~1`,
])('the place %j is refused', async (before) => {
  const bought = await buy();
  await tell(bought, {});
  const address = `/admin/purchases/${await idOf(bought)}/timeline?before=${before}`;
  expect((await admin.get(address)).status).toBe(400);
});
