import { beforeEach, expect, test } from 'vitest';
import { openSession } from '#api/auth/sessions.ts';
import type { Session } from '#contract/account.ts';
import { paidCharge } from '#tests/setup/api/charges.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { storePayments } from '#tests/setup/api/payments.ts';
import { addAdministrator, addUser } from '#tests/setup/api/people.ts';
import { createRequester, signInAdministrator } from '#tests/setup/api/requests.ts';
import { serveApi } from '#tests/setup/api/serve.ts';
import { addFailedPayment } from '../payments/add-payment.ts';

/** What the page of one user shows beside the form. */

const database = await cloneDatabase();
const { db } = database;
const api = await serveApi(db);
const admin = await signInAdministrator(database, api);

let user: Awaited<ReturnType<typeof addUser>>;
beforeEach(async () => {
  user = await addUser(db);
});

const plan = { plan: 'Monthly', product_id: 'x.monthly', platform: 'ios', status: 'active' } as const;
const day = (number: number) => new Date(Date.UTC(2026, 0, number));

/** Subscriptions that begin on one day each; the newest id last. */
async function addSubscriptions(count: number): Promise<number[]> {
  const rows = Array.from({ length: count }, (_, index) => ({
    ...plan,
    user_id: user.id,
    // Two on each day, so that the id decides.
    start_date: day(1 + Math.floor(index / 2)),
    end_date: null,
  }));
  const added = await db.insertInto('subscriptions').values(rows).returning('id').execute();
  return added.map(({ id }) => id);
}

async function pagesOf(path: string, count: number, rowsOf = (data: unknown) => data as { id: number }[]) {
  const replies = await Promise.all(
    Array.from({ length: count }, (_, index) => admin.get(`${path}page=${index + 1}&pageSize=2`)),
  );
  return {
    ids: replies.flatMap(({ body }) => rowsOf(body.data).map(({ id }) => id)),
    totals: replies.map(({ body }) => body.total),
  };
}

test('pages of the subscription history have no gaps, and the plain call has its exact shape', async () => {
  const ids = (await addSubscriptions(5)).reverse();
  const path = `/admin/subscriptions/history/${user.id}`;
  const rowsOf = (data: unknown) => (data as { subscriptions: { id: number }[] }).subscriptions;
  expect(await pagesOf(`${path}?`, 4, rowsOf)).toEqual({ ids, totals: [5, 5, 5, 5] });
  const { body } = await admin.get(path);
  expect(Object.keys(body).sort()).toEqual(['data', 'message', 'status']);
  expect(rowsOf(body.data).map(({ id }) => id)).toEqual(ids);
  // More than a page.
  await addSubscriptions(20);
  expect(rowsOf((await admin.get(path)).body.data)).toHaveLength(25);
  expect((await admin.get('/admin/subscriptions/history/2147483647?page=1')).status).toBe(404);
  expect((await admin.get(`${path}?page=0`)).status).toBe(400);
});

test('the charges of one subscription: newest first, in dollars, recovered ones marked', async () => {
  const { id: paymentId, subscriptionId } = await addFailedPayment(db);
  const charges = Array.from({ length: 5 }, (_, index) =>
    paidCharge({
      subscription_id: subscriptionId,
      charged_at: day(1 + Math.floor(index / 2)),
      amount_cents: 999 + index,
      ...(index === 4 ? { payment_id: paymentId } : {}),
    }),
  );
  const added = await db.insertInto('charges').values(charges).returning('id').execute();
  const ids = added.map(({ id }) => id).reverse();
  const path = `/admin/subscriptions/${subscriptionId}/charges`;
  expect(await pagesOf(`${path}?`, 4)).toEqual({ ids, totals: [5, 5, 5, 5] });
  const { body } = await admin.get(`${path}?page=1&pageSize=2`);
  const dollars = { currency: 'USD', refunded_minor: 0, isRecoveredAlone: false };
  expect(body.data).toEqual([
    {
      id: ids[0],
      at: day(3).toISOString(),
      amount: 10.03,
      amount_minor: 1003,
      isRecovered: true,
      ...dollars,
    },
    {
      id: ids[1],
      at: day(2).toISOString(),
      amount: 10.02,
      amount_minor: 1002,
      isRecovered: false,
      ...dollars,
    },
  ]);
  const [other] = await addSubscriptions(1);
  expect((await admin.get(`/admin/subscriptions/${other}/charges`)).body).toMatchObject({
    data: [],
    total: 0,
  });
  expect((await admin.get('/admin/subscriptions/2147483647/charges')).status).toBe(404);
});

test('a charge says its own currency, its refund, whether it has a rate, and that the store recovered it', async () => {
  const { id, subscriptionId } = await addFailedPayment(db, { recovered_at: day(2), recovered_alone: true });
  const euros = { currency: 'EUR', amount_minor: 999, refunded_minor: 400 };
  await db
    .insertInto('charges')
    .values(
      paidCharge({
        ...{ subscription_id: subscriptionId, charged_at: day(2), amount_cents: null, payment_id: id },
        ...euros,
      }),
    )
    .execute();
  const { body } = await admin.get(`/admin/subscriptions/${subscriptionId}/charges`);
  expect(body.data).toMatchObject([{ amount: null, isRecovered: true, isRecoveredAlone: true, ...euros }]);
});

test('the failed payments of one user, of all their subscriptions and no other', async () => {
  const { id, user: payer, subscriptionId } = await addFailedPayment(db, { created_at: day(2) });
  const other = await addFailedPayment(db);
  const payment = {
    ...{ subscription_id: subscriptionId, product_id: 'x.monthly', platform: 'ios' as const },
    ...{ purchase_token: 't', amount_cents: 1, error_message: null, check_id: null, checking_since: null },
  };
  const [newer, recovered] = await storePayments(db, [
    { ...payment, created_at: day(3), recovered_at: null, recovered_by: null },
    { ...payment, created_at: day(4), recovered_at: day(5), recovered_by: null },
  ]);
  const idsOf = async (query: string) => {
    const { body } = await admin.get(`/admin/subscriptions/failed-payments?userId=${payer.id}${query}`);
    return [(body.data as { payments: { id: number }[] }).payments.map((row) => row.id), body.total];
  };
  expect(await idsOf('')).toEqual([[newer?.id, id], 2]);
  expect(await idsOf('&pageSize=1&page=2')).toEqual([[id], 2]);
  expect(await idsOf('&state=recovered')).toEqual([[recovered?.id], 1]);
  expect(await idsOf(`&keyword=${payer.email}`)).toEqual([[newer?.id, id], 2]);
  expect(await idsOf(`&keyword=${other.user.email}`)).toEqual([[], 0]);
  expect((await admin.get('/admin/subscriptions/failed-payments?userId=x')).status).toBe(400);
});

test('pages of the notes and of the audit log have no gaps', async () => {
  for (const text of ['one', 'two', 'three']) await admin.post(`/admin/users/${user.id}/notes`, { text });
  for (const path of ['notes', 'audit']) {
    const { body } = await admin.get(`/admin/users/${user.id}/${path}`);
    const ids = (body.data as { id: number }[]).map(({ id }) => id);
    expect(ids).toEqual([...ids].sort((one, other) => other - one));
    expect(await pagesOf(`/admin/users/${user.id}/${path}?`, 3)).toEqual({ ids, totals: [3, 3, 3] });
  }
});

test('sessions of a colleague: the open ones; ending one is an audit entry', async () => {
  const colleague = await addAdministrator(db);
  const signIn = { userId: colleague.id, rememberMe: true };
  const kept = await openSession(db, { ...signIn, device: 'Firefox on Linux' }, api.clock.now);
  const ended = await openSession(
    db,
    { ...signIn, device: 'Safari on iOS' },
    new Date(api.clock.now.getTime() + 1),
  );
  const path = `/admin/users/${colleague.id}/sessions`;
  const sessions = (await admin.get(path)).body.data as Session[];
  expect(sessions.map(({ userAgent, current }) => [userAgent, current])).toEqual([
    ['Safari on iOS', false],
    ['Firefox on Linux', false],
  ]);
  const end = `${path}/${sessions[0]?.id}/end`;
  expect((await admin.post(end)).body).toEqual({ status: 200, message: 'Signed out on that device.' });
  expect((await createRequester(api.base, ended.token).get('/admin/account')).status).toBe(401);
  expect((await createRequester(api.base, kept.token).get('/admin/account')).status).toBe(200);
  const [entry] = (await admin.get(`/admin/users/${colleague.id}/audit`)).body.data as { action: string }[];
  expect(entry?.action).toBe('session_ended');

  expect((await admin.post(end)).status).toBe(404);
  expect((await admin.post(`${path}/no-such-session/end`)).status).toBe(404);
  // The session of another user.
  const own = `/admin/users/${admin.administrator.id}/sessions`;
  expect((await admin.post(`${own}/${sessions[1]?.id}/end`)).status).toBe(404);
  expect((await admin.get(own)).body.data).toMatchObject([{ current: true }]);
  expect((await admin.get('/admin/users/2147483647/sessions')).status).toBe(404);
});

test('only app users have a store account', async () => {
  const tokenOf = async (id: number) => (await admin.get(`/admin/users/${id}`)).body.storeAccountToken;
  expect(await tokenOf(user.id)).toMatch(/^[0-9a-f-]{36}$/);
  expect(await tokenOf(admin.administrator.id)).toBeNull();
});
