import { beforeEach, expect, test } from 'vitest';
import { product } from '#brand/product.ts';
import { stores } from '#brand/stores.ts';
import type { FailedPayment } from '#contract/payments/records.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { createRequester, signInAdministrator } from '#tests/setup/api/requests.ts';
import { serveApi } from '#tests/setup/api/serve.ts';
import { addFailedPayment } from './add-payment.ts';

/** Mails that remind a customer of a failed payment, once for each stage. */

const database = await cloneDatabase();
const { db } = database;
const api = await serveApi(db);
const admin = await signInAdministrator(database, api);
const visitor = createRequester(api.base);
const inDays = (days: number) => new Date(api.clock.now.getTime() + days * 86_400_000);

const failing = {
  stage: 'grace_period',
  deadline_at: inDays(3),
  deadline_certainty: 'said',
  access_until: inDays(3),
} as const;

beforeEach(async () => {
  await db.deleteFrom('users').where('role', '=', 'user').execute();
  api.sent.length = 0;
});

const remind = (id: number) => admin.post(`/admin/subscriptions/failed-payments/${id}/reminder`);
const reminderOf = async (id: number) => {
  const { body } = await admin.get('/admin/subscriptions/failed-payments');
  const { payments } = body.data as { payments: FailedPayment[] };
  return payments.find((payment) => payment.id === id)?.reminder;
};

test('a customer is mailed the link of the store, once in a stage', async () => {
  const { id, user } = await addFailedPayment(db, failing);
  expect(await reminderOf(id)).toEqual({ isPossible: true, because: null, queuedAt: null, sentAt: null });
  const { status, body } = await remind(id);
  expect(status).toBe(200);
  const because = 'The customer was already reminded at this stage.';
  const at = api.clock.now.toISOString();
  expect(body.data).toEqual({ isPossible: false, because: null, queuedAt: at, sentAt: null });

  const mail = await api.waitForMailTo(user.email);
  expect(mail).toMatchObject({
    kind: 'payment_reminder',
    subject: `Update your payment to keep ${product.name}`,
  });
  expect(mail.text).toContain(stores[0].payment);
  await expect
    .poll(() => reminderOf(id))
    .toEqual({ isPossible: false, because: null, queuedAt: null, sentAt: at });
  const again = await remind(id);
  expect([again.status, again.body.message]).toEqual([409, because]);

  // The next stage has its own.
  await db
    .updateTable('failed_payments')
    .set({ stage: 'billing_retry', access_until: null })
    .where('id', '=', id)
    .execute();
  expect((await remind(id)).status).toBe(200);
  await expect.poll(() => api.sent.map(({ subject }) => subject)).toHaveLength(2);
  expect(api.sent.at(-1)?.subject).toBe(`Update your payment to get ${product.name} back`);
  expect((await remind(id)).status).toBe(409);
});

test('what was sent is recorded when it was handed over', async () => {
  const { id, user } = await addFailedPayment(db, failing);
  const read = () =>
    db
      .selectFrom('payment_reminders')
      .innerJoin('failed_payments', 'failed_payments.id', 'payment_id')
      .select(['payment_reminders.stage', 'queued_at', 'sent_at', 'dropped_at', 'reminded_at', 'result'])
      .executeTakeFirstOrThrow();
  await remind(id);
  await api.waitForMailTo(user.email);
  const at = api.clock.now;
  await expect.poll(read).toEqual({
    ...{ stage: 'grace_period', queued_at: at, sent_at: at, dropped_at: null, reminded_at: at },
    result: 'open',
  });
  await db
    .updateTable('failed_payments')
    .set({ recovered_at: inDays(1), recovered_alone: true })
    .where('id', '=', id)
    .execute();
  expect((await read()).result).toBe('after_reminder');
});

test.each([
  [
    'was never asked about',
    { stage: null, deadline_at: null, deadline_certainty: null },
    /Retry the payment first/,
  ],
  ['has passed its deadline', { deadline_at: inDays(-1) }, /stopped trying/],
  ['is not being collected', { deadline_at: null, deadline_certainty: null }, /stopped trying/],
  ['belongs to an ended subscription', { ended_at: inDays(-1), end_cause: 'billing' }, /subscribe again/],
  ['is recovered', { recovered_at: inDays(-1) }, /has been recovered/],
] as const)('a payment that %s has no reminder', async (_, values, reason) => {
  const { id } = await addFailedPayment(db, { ...failing, ...values });
  const { status, body } = await remind(id);
  expect(status).toBe(409);
  expect(body.message).toMatch(reason);
  expect(await db.selectFrom('mails').selectAll().execute()).toEqual([]);
});

test.each([
  ['is suspended', { status: 'suspended' }, 409, /suspended/],
  ['has refused', { reminders_refused_at: inDays(-9) }, 409, /doesn\u2019t want/],
  ['is deleted', { status: 'deleted' }, 404, /Failed payment not found/],
] as const)('a customer who %s gets no reminder', async (_, values, status, reason) => {
  const { id, user } = await addFailedPayment(db, failing);
  await db.updateTable('users').set(values).where('id', '=', user.id).execute();
  const refused = await remind(id);
  expect(refused.status).toBe(status);
  expect(refused.body.message).toMatch(reason);
});

test('who pays for another subscription is not asked to pay for two, and the row says so', async () => {
  const { id, user } = await addFailedPayment(db, failing);
  const add = (status: 'active' | 'canceled', end: Date | null) =>
    db
      .insertInto('subscriptions')
      .values({
        ...{ user_id: user.id, plan: 'Yearly', product_id: 'x.yearly', platform: 'android', status },
        ...{ start_date: inDays(-3), end_date: end },
      })
      .execute();
  const isWarned = async () => {
    const { body } = await admin.get('/admin/subscriptions/failed-payments');
    return (body.data as { payments: FailedPayment[] }).payments[0]?.other_subscription;
  };
  // Its own subscription is no other one.
  await db.updateTable('subscriptions').set({ status: 'in_grace_period' }).execute();
  await add('active', inDays(-1));
  await add('canceled', inDays(9));
  expect(await isWarned()).toBe(false);
  await add('active', null);
  expect(await isWarned()).toBe(true);
  expect((await remind(id)).body.message).toMatch(/another active subscription/);
});

test('ten clicks at once send one mail', async () => {
  const { id } = await addFailedPayment(db, failing);
  const answers = await Promise.all(Array.from({ length: 10 }, () => remind(id)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(409)]);
  await expect.poll(() => api.sent.length).toBe(1);
  await expect.poll(() => db.selectFrom('mails').selectAll().execute()).toEqual([]);
  expect(api.sent).toHaveLength(1);
});

test.each([
  ['recovered', { recovered_at: inDays(-1) }],
  ['ended', { ended_at: inDays(-1), end_cause: 'customer' }],
  ['in another stage', { stage: 'on_hold' }],
] as const)('a reminder that waits is dropped if the payment is %s by then', async (_, values) => {
  const { id } = await addFailedPayment(db, failing);
  const { id: reminderId } = await db
    .insertInto('payment_reminders')
    .values({ payment_id: id, stage: 'grace_period', administrator_id: null, queued_at: api.clock.now })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.updateTable('failed_payments').set(values).where('id', '=', id).execute();
  await db
    .insertInto('mails')
    .values({
      ...{ kind: 'payment_reminder', address: 'x@example.com', reason: null, created_at: api.clock.now },
      ...{ due_at: api.clock.now, last_error: null, given_up_at: null, reminder_id: reminderId },
    })
    .execute();
  api.sendQueuedMail();
  await expect
    .poll(() => db.selectFrom('payment_reminders').select(['sent_at', 'dropped_at']).executeTakeFirst(), {
      timeout: 20_000,
    })
    .toEqual({ sent_at: null, dropped_at: api.clock.now });
  expect(api.sent).toEqual([]);
  // It never left, so that it neither counts nor keeps another one out.
  const again = { ...failing, recovered_at: null, ended_at: null, end_cause: null };
  await db.updateTable('failed_payments').set(again).where('id', '=', id).execute();
  expect(await reminderOf(id)).toEqual({ isPossible: true, because: null, queuedAt: null, sentAt: null });
  expect((await remind(id)).status).toBe(200);
  await expect.poll(() => api.sent).toHaveLength(1);
});

test('the customer stops reminders with one click of the mail program', async () => {
  const { id, user } = await addFailedPayment(db, failing);
  await remind(id);
  const { refusalAddress = '' } = await api.waitForMailTo(user.email);
  const path = new URL(refusalAddress).pathname.replace('/api/v1', '');
  expect((await visitor.get(path)).status).toBe(405);
  expect((await visitor.post('/payment-reminders/refuse/unknown')).status).toBe(404);
  expect((await visitor.post(path)).status).toBe(200);
  const choice = async () => (await admin.get(`/admin/users/${user.id}/reminders`)).body.data;
  expect(await choice()).toEqual({ refusedAt: api.clock.now.toISOString() });
  const [entry] = await db
    .selectFrom('audit_entries')
    .where('user_id', '=', user.id)
    .select(['actor', 'action'])
    .orderBy('id', 'desc')
    .execute();
  expect(entry).toEqual({ actor: 'owner', action: 'reminders_refused' });
  // Again, as mail programs do.
  expect((await visitor.post(path)).status).toBe(200);
  expect(await reminderOf(id)).toMatchObject({ because: 'The customer doesn\u2019t want reminders.' });
  // No token is in the log.
  expect(api.logLines.join('\n')).not.toContain(path.split('/').at(-1));
});

test('an administrator records the choice', async () => {
  const { user } = await addFailedPayment(db, failing);
  const path = `/admin/users/${user.id}/reminders`;
  const put = (isRefused: unknown) => admin.put(path, { isRefused });
  const { body } = await put(true);
  expect(body).toMatchObject({ message: 'Reminders stopped', data: { refusedAt: expect.any(String) } });
  expect((await put(true)).body.data).toEqual(body.data);
  expect((await put(false)).body.data).toEqual({ refusedAt: null });
  expect((await put('yes')).status).toBe(422);
  expect((await admin.put('/admin/users/2000000/reminders', { isRefused: true })).status).toBe(404);
  const entries = await db
    .selectFrom('audit_entries')
    .where('user_id', '=', user.id)
    .select('action')
    .orderBy('id')
    .execute();
  expect(entries.map(({ action }) => action)).toEqual(['reminders_refused', 'reminders_allowed']);
});

test('without REMINDERS there is no call', async () => {
  const quiet = await serveApi(db, { reminders: false });
  const other = await signInAdministrator(database, quiet);
  const { id, user } = await addFailedPayment(db, failing);
  const { body } = await other.get('/admin/subscriptions/failed-payments');
  expect((body.data as { payments: FailedPayment[] }).payments[0]?.reminder).toBeNull();
  expect((await other.post(`/admin/subscriptions/failed-payments/${id}/reminder`)).status).toBe(404);
  expect((await other.get(`/admin/users/${user.id}/reminders`)).status).toBe(404);
});
