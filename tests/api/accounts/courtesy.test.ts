import { expect, test } from 'vitest';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { addUser } from '#tests/setup/api/people.ts';
import { createRequester, signInAdministrator } from '#tests/setup/api/requests.ts';
import { serveApi } from '#tests/setup/api/serve.ts';

const KEY = 'the-key-of-the-backend-0123456789abcdef';
const database = await cloneDatabase();
const { db } = database;
const api = await serveApi(db, { appBackendKey: KEY });
const admin = await signInAdministrator(database, api);
const backend = createRequester(api.base, KEY);

const DAY_MS = 86_400_000;
const day = (days: number) => new Date(api.clock.now.getTime() + days * DAY_MS).toISOString().slice(0, 10);
const path = (id: number) => `/admin/users/${id}/courtesy-access`;
const grant = (id: number, until: string, reason = 'The store was down.') =>
  admin.post(path(id), { until, reason });
const entitlementOf = async (id: number) => (await backend.get(`/entitlements/${id}`)).body.data;
const none = { hasAccess: false, by: null, until: null };

async function subscribe(userId: number, status: 'active' | 'canceled' | 'on_hold', endDate: Date | null) {
  await db
    .insertInto('subscriptions')
    .values({
      user_id: userId,
      plan: 'Monthly',
      product_id: 'x',
      platform: 'ios',
      status,
      start_date: new Date('2026-01-01T00:00:00Z'),
      end_date: endDate,
    })
    .execute();
}

test('courtesy access is granted until a day, seen, replaced and revoked, with audit entries', async () => {
  const user = await addUser(db);
  expect((await admin.get(path(user.id))).body.data).toBeNull();
  expect(await entitlementOf(user.id)).toEqual(none);
  const granted = await grant(user.id, day(3));
  expect(granted.body.data).toEqual({
    until: day(3),
    reason: 'The store was down.',
    grantedAt: api.clock.now.toISOString(),
    grantedBy: expect.stringContaining(admin.administrator.email),
  });
  expect((await admin.get(path(user.id))).body.data).toEqual(granted.body.data);
  const end = `${day(4)}T00:00:00.000Z`;
  expect(await entitlementOf(user.id)).toEqual({ hasAccess: true, by: 'courtesy', until: end });
  await grant(user.id, day(5));
  expect((await admin.get(path(user.id))).body.data).toMatchObject({ until: day(5) });
  expect((await admin.post(`${path(user.id)}/revoke`, {})).status).toBe(200);
  expect(await entitlementOf(user.id)).toEqual(none);
  expect((await admin.post(`${path(user.id)}/revoke`, {})).status).toBe(409);
  const entries = await db
    .selectFrom('audit_entries')
    .where('user_id', '=', user.id)
    .select(['action', 'changes'])
    .orderBy('id')
    .execute();
  expect(entries.map(({ action, changes }) => [action, changes[0]?.from, changes[0]?.to])).toEqual([
    ['courtesy_granted', null, day(3)],
    ['courtesy_granted', day(3), day(5)],
    ['courtesy_revoked', day(5), null],
  ]);
});

test('it ends by itself after its last day', async () => {
  const user = await addUser(db);
  await grant(user.id, day(0));
  expect(await entitlementOf(user.id)).toMatchObject({ by: 'courtesy' });
  const before = api.clock.now;
  api.clock.now = new Date(before.getTime() + DAY_MS);
  expect(await entitlementOf(user.id)).toEqual(none);
  api.clock.now = before;
});

test.each([
  ['yesterday', -1, 'This day has passed'],
  ['91 days ahead', 92, 'in the next 90 days'],
])('%s is refused with a reason', async (_name, days, message) => {
  const user = await addUser(db);
  const answer = await grant(user.id, day(days));
  expect([answer.status, answer.body.message]).toEqual([422, expect.stringContaining(message)]);
});

test.each([
  [{ until: '2026-13-01', reason: 'x' }, 422],
  [{ until: '2026-02-30', reason: 'x' }, 422],
  [{ until: 'soon', reason: 'x' }, 422],
  [{ until: '2026-12-01', reason: '  ' }, 422],
])('%j is %i', async (body, status) => {
  const user = await addUser(db);
  expect((await admin.post(path(user.id), body)).status).toBe(status);
});

test('a day that is in no calendar is refused as such', async () => {
  const user = await addUser(db);
  for (const until of ['2099-02-30', '2099-11-31', '2099-12-99']) {
    const { status, body } = await grant(user.id, until);
    expect([status, body.message]).toEqual([422, 'This day doesn’t exist.']);
  }
});

test('404 for an unknown user, 409 for a deleted account', async () => {
  const deleted = await addUser(db, { status: 'deleted' });
  expect((await grant(99_999_999, day(1))).status).toBe(404);
  expect((await grant(deleted.id, day(1))).status).toBe(409);
  expect((await backend.get(`/entitlements/${deleted.id}`)).status).toBe(404);
});

test('a subscription comes before courtesy; a hold, an end that is past and a suspension give no access', async () => {
  const [active, canceled, over, held, suspended] = await Promise.all(
    Array.from({ length: 5 }, () => addUser(db)),
  );
  if (!active || !canceled || !over || !held || !suspended) throw new Error('Five users are missing.');
  const soon = new Date(api.clock.now.getTime() + DAY_MS);
  await subscribe(active.id, 'active', null);
  await subscribe(canceled.id, 'canceled', soon);
  await subscribe(over.id, 'canceled', new Date(api.clock.now.getTime() - 1));
  await subscribe(held.id, 'on_hold', null);
  await subscribe(suspended.id, 'active', null);
  await db.updateTable('users').set({ status: 'suspended' }).where('id', '=', suspended.id).execute();
  await grant(active.id, day(1));
  expect(await entitlementOf(active.id)).toEqual({ hasAccess: true, by: 'subscription', until: null });
  expect(await entitlementOf(canceled.id)).toEqual({
    hasAccess: true,
    by: 'subscription',
    until: soon.toISOString(),
  });
  for (const { id } of [over, held, suspended]) expect(await entitlementOf(id)).toEqual(none);
});

test('an end that the store named and that is past is not told while the subscription renews', async () => {
  const user = await addUser(db);
  await subscribe(user.id, 'active', null);
  const subscription = await db
    .selectFrom('subscriptions')
    .where('user_id', '=', user.id)
    .select('id')
    .executeTakeFirstOrThrow();
  const soon = new Date(api.clock.now.getTime() + DAY_MS);
  const purchase = { platform: 'ios', key: `purchase of ${user.id}`, product_id: 'x' } as const;
  await db
    .insertInto('purchases')
    .values({ ...purchase, user_id: user.id, subscription_id: subscription.id })
    .execute();
  const tell = (access_until: Date) =>
    db.updateTable('purchases').set({ access_until }).where('user_id', '=', user.id).execute();
  await tell(soon);
  expect(await entitlementOf(user.id)).toMatchObject({ hasAccess: true, until: soon.toISOString() });
  await tell(new Date(api.clock.now.getTime() - 1));
  expect(await entitlementOf(user.id)).toEqual({ hasAccess: true, by: 'subscription', until: null });
  // A grace period does not go on: it is over when the store said.
  await db
    .updateTable('subscriptions')
    .set({ status: 'in_grace_period' })
    .where('id', '=', subscription.id)
    .execute();
  expect(await entitlementOf(user.id)).toEqual(none);
  await tell(soon);
  expect(await entitlementOf(user.id)).toMatchObject({ hasAccess: true, until: soon.toISOString() });
});

test('grants at the same time leave one', async () => {
  const user = await addUser(db);
  const answers = await Promise.all([1, 2, 3, 4].map((days) => grant(user.id, day(days))));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const open = db
    .selectFrom('courtesy_accesses')
    .where('user_id', '=', user.id)
    .where('revoked_at', 'is', null);
  expect(await open.selectAll().execute()).toHaveLength(1);
});

test('without a backend that asks, the calls do not exist', async () => {
  const closed = await serveApi(db);
  const user = await addUser(db);
  const caller = createRequester(closed.base, admin.tokens.token);
  expect((await caller.get(path(user.id))).status).toBe(404);
  expect((await caller.post(path(user.id), { until: day(1), reason: 'x' })).status).toBe(404);
});

test('without a backend there is no courtesy access, but in a demo, whose app is invented', async () => {
  const person = await addUser(db);
  for (const [demo, status] of [
    [false, 404],
    [true, 200],
  ] as const) {
    const served = await serveApi(db, { appBackendKey: null, demo });
    const reader = await signInAdministrator({ db }, served);
    expect((await reader.get(`/admin/users/${person.id}/courtesy-access`)).status).toBe(status);
  }
});
