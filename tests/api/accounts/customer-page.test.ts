import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import type { Customer } from '#contract/users/read.ts';
import type { UserTimelineEntry } from '#contract/users/timeline.ts';
import { paidCharge } from '#tests/setup/api/charges.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { storePayment } from '#tests/setup/api/payments.ts';
import { addUser } from '#tests/setup/api/people.ts';
import { signInAdministrator } from '#tests/setup/api/requests.ts';
import { serveApi } from '#tests/setup/api/serve.ts';

/** What the page of a customer says at a glance, and their timeline. */

const database = await cloneDatabase();
const { db } = database;
const api = await serveApi(db);
const admin = await signInAdministrator(database, api);
const { first_name, last_name, email } = admin.administrator;
const author = `${first_name} ${last_name} (${email})`;

let user: Awaited<ReturnType<typeof addUser>>;
const now = new Date('2026-11-20T12:00:00Z');
const inDays = (days: number) => new Date(now.getTime() + days * 86_400_000);
beforeEach(async () => {
  api.clock.now = now;
  user = await addUser(db, { created_at: inDays(-400) });
});

async function subscribe(values: {
  plan?: string;
  status?: 'active' | 'on_hold' | 'expired';
  start?: number;
}) {
  const { plan = 'Monthly', status = 'active', start = -100 } = values;
  const { id } = await db
    .insertInto('subscriptions')
    .values({
      ...{ user_id: user.id, plan, product_id: 'x.monthly', platform: 'ios', status },
      start_date: inDays(start),
      end_date: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

const charge = (subscription_id: number, days: number, values: object = {}) =>
  db
    .insertInto('charges')
    .values(paidCharge({ subscription_id, charged_at: inDays(days), ...values }))
    .execute();

async function fail(subscription_id: number, days: number) {
  const { id } = await storePayment(db, {
    subscription_id,
    product_id: 'x.monthly',
    platform: 'ios',
    purchase_token: randomUUID(),
    amount_cents: 999,
    error_message: 'Card expired.',
    created_at: inDays(days),
  });
  return id;
}

const readCustomer = async (id = user.id) =>
  (await admin.get(`/admin/users/${id}`)).body.customer as Customer | null;

async function readTimeline(id = user.id): Promise<UserTimelineEntry[]> {
  const entries: UserTimelineEntry[] = [];
  let before = '';
  for (;;) {
    const { status, body } = await admin.get(`/admin/users/${id}/timeline${before}`);
    expect(status).toBe(200);
    const page = body.data as { entries: UserTimelineEntry[]; older: string | null };
    expect(page.entries.length).toBeLessThanOrEqual(20);
    entries.push(...page.entries);
    if (page.older === null) return entries;
    before = `?before=${encodeURIComponent(page.older)}`;
  }
}

test('a user who bought nothing has no plan, no access and paid nothing', async () => {
  expect(await readCustomer()).toEqual({
    plan: null,
    subscription_status: null,
    platform: null,
    access: null,
    paid: [],
    since: inDays(-400).toISOString(),
    externalId: null,
    locale: null,
  });
  expect(await readTimeline()).toEqual([]);
});

test('the plan is that of the newest subscription, and access lasts as long as was paid for', async () => {
  const older = await subscribe({ plan: 'Annual', status: 'expired', start: -800 });
  const newest = await subscribe({});
  await charge(older, -800, { amount_cents: 4999 });
  await charge(newest, -40);
  await charge(newest, -10, { paid_until: inDays(20) });
  await charge(newest, -70, { currency: 'JPY', amount_cents: null, amount_minor: 1200, refunded_minor: 200 });
  expect(await readCustomer()).toMatchObject({
    plan: 'Monthly',
    subscription_status: 'active',
    platform: 'ios',
    access: { by: 'subscription', until: inDays(20).toISOString() },
    paid: [
      { minor: 6997, currency: 'USD' },
      { minor: 1000, currency: 'JPY' },
    ],
  });
});

test('courtesy access counts where nothing is paid; a suspended user has none', async () => {
  await subscribe({ status: 'on_hold' });
  await db
    .insertInto('courtesy_accesses')
    .values({ user_id: user.id, until: inDays(3), reason: 'A wait.', granted_at: now })
    .execute();
  expect((await readCustomer())?.access).toEqual({ by: 'courtesy', until: inDays(3).toISOString() });
  await db.updateTable('users').set({ status: 'suspended' }).where('id', '=', user.id).execute();
  expect((await readCustomer())?.access).toBeNull();
});

test('an administrator is no customer', async () => {
  expect(await readCustomer(admin.administrator.id)).toBeNull();
});

test('everything is in one timeline, newest first, over all subscriptions, once', async () => {
  const old = await subscribe({ plan: 'Annual', start: -300 });
  const id = await subscribe({});
  await charge(old, -300, { amount_cents: 4999, refunded_minor: 4999, refunded_at: inDays(-290) });
  const failed = await fail(id, -20);
  const open = await fail(old, -3);
  await db
    .insertInto('payment_checks')
    .values({
      ...{ id: randomUUID(), payment_id: failed, administrator_id: admin.administrator.id, notes: 'Called.' },
      ...{ started_at: inDays(-18), finished_at: inDays(-18), outcome: 'recovered', message: 'Paid.' },
    })
    .execute();
  await db
    .updateTable('failed_payments')
    .set({ recovered_at: inDays(-18), recovered_by: admin.administrator.id })
    .where('id', '=', failed)
    .execute();
  await charge(id, -18.5, { payment_id: failed });
  await db
    .insertInto('payment_reminders')
    .values({
      ...{ payment_id: open, stage: 'grace_period', administrator_id: admin.administrator.id },
      queued_at: inDays(-2),
    })
    .execute();
  await db
    .updateTable('payment_reminders')
    .set({ sent_at: inDays(-2) })
    .where('payment_id', '=', open)
    .execute();
  api.clock.now = inDays(1);
  await admin.post(`/admin/users/${user.id}/notes`, { text: 'Wants a refund.' });
  api.clock.now = inDays(2);
  await admin.put(`/admin/users/${user.id}`, { first_name: 'Ada', last_name: 'Ng', phone: '1' });

  const entries = await readTimeline();
  const brief = entries.map((entry) => [
    entry.kind,
    Math.round(((Date.parse(entry.at) - now.getTime()) / 86_400_000) * 10) / 10,
  ]);
  expect(brief).toEqual([
    ['change', 2],
    ['note', 1],
    ['reminder', -2],
    ['failure', -3],
    ['check', -18],
    ['charge', -18.5],
    ['failure', -20],
    ['refund', -290],
    ['charge', -300],
  ]);
  const [change, note, , stillOpen, check, recovery, recovered, refund] = entries;
  expect(change).toMatchObject({ by: author, action: 'user_updated' });
  expect(note).toMatchObject({ text: 'Wants a refund.', by: author, id: expect.any(Number) });
  expect(stillOpen).toMatchObject({ message: 'Card expired.', plan: 'Annual', recovered: null });
  expect(check).toMatchObject({ outcome: 'recovered', message: 'Paid.', notes: 'Called.', by: author });
  expect(recovery).toMatchObject({
    isRecovery: true,
    plan: 'Monthly',
    amount: { minor: 999, currency: 'USD' },
  });
  expect(recovered).toMatchObject({ recovered: { at: inDays(-18).toISOString(), by: author } });
  expect(refund).toMatchObject({ plan: 'Annual', amount: { minor: 4999, currency: 'USD' } });
});

test('pages have no gaps, also between entries of one time; another user’s are not there', async () => {
  const ids = [await subscribe({}), await subscribe({ plan: 'Family' })];
  for (let index = 0; index < 45; index += 1) {
    await charge(ids[index % 2] ?? 0, -Math.floor(index / 15), { order_id: `own-${index}` });
  }
  const mine = user.id;
  user = await addUser(db);
  await charge(await subscribe({}), 0);
  const orders = (await readTimeline(mine)).flatMap((entry) => ('order' in entry ? [entry.order] : []));
  expect([...orders].sort()).toEqual(Array.from({ length: 45 }, (_, index) => `own-${index}`).sort());
  const { status } = await admin.get(`/admin/users/${mine}/timeline?before=yesterday`);
  expect(status).toBe(400);
  expect((await admin.get('/admin/users/2147483647/timeline')).status).toBe(404);
});
