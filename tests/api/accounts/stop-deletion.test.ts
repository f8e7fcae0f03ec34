import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { eraseDueAccounts } from '#api/accounts/erasure.ts';
import type { Db } from '#api/db/schema.ts';
import { deletion as promise } from '#brand/deletion.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { createTestLog } from '#tests/setup/api/log.ts';
import { addUser } from '#tests/setup/api/people.ts';
import { createRequester, signInAdministrator } from '#tests/setup/api/requests.ts';
import { SITE, serveApi } from '#tests/setup/api/serve.ts';
import { addFailedPayment } from '../payments/add-payment.ts';

const database = await cloneDatabase();
const { db } = database;
const api = await serveApi(db);
const admin = await signInAdministrator(database, api);
const visitor = createRequester(api.base);
const DAY_MS = 86_400_000;
const log = createTestLog([]);

const userOf = (id: number) =>
  db.selectFrom('users').where('id', '=', id).selectAll().executeTakeFirstOrThrow();
const requestOf = (id: number) =>
  db.selectFrom('account_deletions').where('user_id', '=', id).selectAll().executeTakeFirst();
const stop = (id: number) => admin.post(`/admin/users/${id}/stop-deletion`);
const deletionOf = async (id: number) => (await admin.get(`/admin/users/${id}`)).body.deletion;
const later = (days: number) => new Date(api.clock.now.getTime() + days * DAY_MS);

/** As its owner closes it: by the form and the mailed link. */
async function closeAccount(email: string): Promise<void> {
  const token = await requestDeletion(email);
  expect((await visitor.post('/auth/verify-delete-account-request', { token })).status).toBe(200);
}

async function requestDeletion(email: string): Promise<string> {
  const texts = () =>
    api.sent.filter(({ to, kind }) => to === email && kind === 'deletion_request').map(({ text }) => text);
  const before = texts().length;
  await visitor.post('/auth/delete-account-request', { email, confirmation: 'DELETE', reason: 'Too dear' });
  await expect.poll(texts, { timeout: 20_000 }).toHaveLength(before + 1);
  return /delete-account\/([\w-]{43})\b/.exec(texts().at(-1) ?? '')?.[1] ?? '';
}

test.each(['active', 'suspended'] as const)(
  'a stopped deletion opens an account again that was %s',
  async (status) => {
    const { user, id: paymentId } = await addFailedPayment(db, {}, { status, phone: '1' });
    expect(await deletionOf(user.id)).toBeNull();
    await closeAccount(user.email);
    expect(await deletionOf(user.id)).toEqual({
      requestedAt: expect.any(String),
      confirmedAt: api.clock.now.toISOString(),
      dueAt: later(promise.withinDays - 2).toISOString(),
      erasedAt: null,
    });
    expect((await admin.get(`/admin/users?deletion=under_way&keyword=${user.email}`)).body.total).toBe(1);

    const { status: code, body } = await stop(user.id);
    expect([code, body.message, body.data]).toEqual([
      200,
      'Deletion stopped. The account works as before.',
      expect.objectContaining({ id: user.id, status, email: user.email, phone: '1' }),
    ]);
    expect(await userOf(user.id)).toMatchObject({ status, is_deletion_under_way: false });
    expect(await requestOf(user.id)).toBeUndefined();
    expect(await deletionOf(user.id)).toBeNull();
    expect((await admin.get(`/admin/users?deletion=under_way&keyword=${user.email}`)).body.total).toBe(0);
    // Its failed payments are in the list again.
    const payments = await admin.get(`/admin/subscriptions/failed-payments?userId=${user.id}`);
    expect(payments.body.data).toMatchObject({ payments: [{ id: paymentId, email: user.email }] });
    const { body: audit } = await admin.get(`/admin/users/${user.id}/audit`);
    expect((audit.data as { action: string; changes: unknown }[])[0]).toMatchObject({
      action: 'deletion_stopped',
      changes: [{ field: 'status', from: 'deleted', to: status }],
    });
    await expect
      .poll(() => api.sent.filter(({ to, kind }) => to === user.email && kind === 'deletion_stopped'))
      .toMatchObject([{ text: expect.stringContaining(`${SITE}/delete-account\n`) }]);
    // Nothing is left to erase.
    await eraseDueAccounts(db, later(promise.withinDays), log);
    expect((await userOf(user.id)).email).toBe(user.email);
    // The owner can ask again.
    await closeAccount(user.email);
    expect(await requestOf(user.id)).toMatchObject({ reason: 'Too dear', status_before: status });
  },
);

test('nothing is stopped where no deletion is under way', async () => {
  const user = await addUser(db);
  const none = { status: 409, message: 'This account isn’t being deleted.' };
  expect((await stop(user.id)).body).toEqual(none);
  // A mailed link changes nothing until it is followed.
  await requestDeletion(user.email);
  expect((await stop(user.id)).body).toEqual(none);
  expect(await requestOf(user.id)).toMatchObject({ confirmed_at: null });
  expect(await deletionOf(user.id)).toBeNull();
  expect((await stop(2_147_483_647)).status).toBe(404);
  expect((await userOf(user.id)).version).toBe(user.version);
});

test('after the erasure it is too late, and the page says when it was', async () => {
  const user = await addUser(db);
  await closeAccount(user.email);
  const erasedUsers = async () => {
    const { body } = await admin.get('/admin/user-values');
    return (body.data as { deletion: { erased: number } }).deletion.erased;
  };
  const before = await erasedUsers();
  await eraseDueAccounts(db, later(promise.withinDays), log);
  expect((await stop(user.id)).body).toEqual({
    status: 409,
    message: 'This user’s personal data has been erased. It’s too late to stop the deletion.',
  });
  expect(await userOf(user.id)).toMatchObject({ status: 'deleted', is_deletion_under_way: false });
  expect(await requestOf(user.id)).toMatchObject({ reason: null, status_before: null });
  expect(await deletionOf(user.id)).toMatchObject({
    erasedAt: later(promise.withinDays).toISOString(),
  });
  expect(await erasedUsers()).toBeGreaterThan(before);
});

/** Until a change waits for the row of the user, which `during` can then release. */
async function whileUserIsLocked(id: number, during: (transaction: Db) => Promise<void>) {
  await db.transaction().execute(async (transaction) => {
    await sql`select from users where id = ${id} for update`.execute(transaction);
    await during(transaction);
  });
}

const waiting = (count: number) =>
  expect
    .poll(
      async () => {
        const { rows } = await sql<{ count: number }>`
          select count(*)::integer from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
        return rows[0]?.count;
      },
      { timeout: 20_000 },
    )
    .toBe(count);

test('a stop during the erasure waits for it, and is refused', async () => {
  const user = await addUser(db);
  await closeAccount(user.email);
  let erasing: Promise<number> | undefined;
  let stopping: ReturnType<typeof stop> | undefined;
  await whileUserIsLocked(user.id, async () => {
    erasing = eraseDueAccounts(db, later(promise.withinDays), log);
    await waiting(1);
    stopping = stop(user.id);
    await waiting(2);
  });
  expect(await erasing).toBe(1);
  expect((await stopping)?.status).toBe(409);
  expect((await userOf(user.id)).first_name).toBe('Deleted');
});

test('an erasure during the stop passes over the account', async () => {
  const user = await addUser(db);
  await closeAccount(user.email);
  let stopping: ReturnType<typeof stop> | undefined;
  await whileUserIsLocked(user.id, async () => {
    stopping = stop(user.id);
    await waiting(1);
    expect(await eraseDueAccounts(db, later(promise.withinDays), log)).toBe(0);
  });
  expect((await stopping)?.status).toBe(200);
  expect(await eraseDueAccounts(db, later(promise.withinDays), log)).toBe(0);
  expect(await userOf(user.id)).toMatchObject({ status: 'active', email: user.email });
});

test('of several stops at once, one is an entry and a mail', async () => {
  const user = await addUser(db);
  await closeAccount(user.email);
  const replies = await Promise.all(Array.from({ length: 5 }, () => stop(user.id)));
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
  const entries = await db
    .selectFrom('audit_entries')
    .where('user_id', '=', user.id)
    .where('action', '=', 'deletion_stopped')
    .selectAll()
    .execute();
  expect(entries).toHaveLength(1);
});

test('a deletion that is stopped and requested again during an erasure keeps its days', async () => {
  const [first, second] = [await addUser(db), await addUser(db)];
  await closeAccount(first.email);
  api.clock.now = new Date(api.clock.now.getTime() + 1);
  await closeAccount(second.email);
  const due = later(promise.withinDays);
  let erasing: Promise<number> | undefined;
  await whileUserIsLocked(first.id, async () => {
    erasing = eraseDueAccounts(db, due, log);
    // It has read that both are due.
    await waiting(1);
    await stop(second.id);
    await closeAccount(second.email);
    const confirmed = db.updateTable('account_deletions').set({ confirmed_at: due });
    await confirmed.where('user_id', '=', second.id).execute();
  });
  expect(await erasing).toBe(1);
  expect(await userOf(second.id)).toMatchObject({ is_deletion_under_way: true, email: second.email });
});

test('a mail about the deletion that was not sent yet never is', async () => {
  const user = await addUser(db);
  await closeAccount(user.email);
  const queued = { kind: 'account_deleted', reason: null, created_at: later(0), due_at: later(9) } as const;
  await db
    .insertInto('mails')
    .values({ ...queued, address: user.email.toUpperCase() })
    .execute();
  await stop(user.id);
  const left = db.selectFrom('mails').where('kind', '=', 'account_deleted').select('id');
  expect(await left.execute()).toEqual([]);
});
