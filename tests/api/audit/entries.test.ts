import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { eraseDueAccounts } from '#api/accounts/erasure.ts';
import { openSession } from '#api/auth/sessions.ts';
import { createSandboxToken } from '#api/purchases/sandbox/token.ts';
import type { AuditEntry } from '#contract/audit.ts';
import { readConflict } from '#contract/users/update.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { createTestLog } from '#tests/setup/api/log.ts';
import { addAdministrator, addUser } from '#tests/setup/api/people.ts';
import { createRequester, signInAdministrator } from '#tests/setup/api/requests.ts';
import { serveApi } from '#tests/setup/api/serve.ts';

const database = await cloneDatabase();
const { db } = database;
const api = await serveApi(db);
const admin = await signInAdministrator(database, api);
const { first_name, last_name, email } = admin.administrator;
const adminName = `${first_name} ${last_name} (${email})`;

const listAuditEntries = async (id: number) =>
  (await admin.get(`/admin/users/${id}/audit`)).body.data as AuditEntry[];
const save = (id: number, names: object, by: Pick<typeof admin, 'put'> = admin) =>
  by.put(`/admin/users/${id}`, { first_name: 'Ann', last_name: 'Lee', phone: '1', ...names });
const versionOf = async (id: number) => (await admin.get(`/admin/users/${id}`)).body.version as number;

test('an entry has actor, action, time, request, old and new values', async () => {
  const user = await addUser(db, { first_name: 'Anne', last_name: 'Lee', phone: null });
  const { headers } = await save(user.id, {});
  expect(await listAuditEntries(user.id)).toEqual([
    {
      id: expect.any(Number),
      at: api.clock.now.toISOString(),
      by: adminName,
      action: 'user_updated',
      changes: [
        { field: 'first_name', from: 'Anne', to: 'Ann' },
        { field: 'phone', from: null, to: '1' },
      ],
      requestId: headers.get('x-request-id'),
    },
  ]);
  // A save without a change writes no entry.
  await save(user.id, {});
  expect(await listAuditEntries(user.id)).toHaveLength(1);
  expect((await admin.get('/admin/users/2147483647/audit')).status).toBe(404);
});

test('a request id of the client is ignored', async () => {
  const user = await addUser(db);
  const liar = createRequester(api.base, admin.tokens.token, { 'x-request-id': 'another-client' });
  const { headers } = await save(user.id, {}, liar);
  expect(headers.get('x-request-id')).toMatch(/^[\w-]{36}$/);
  expect((await listAuditEntries(user.id))[0]?.requestId).toBe(headers.get('x-request-id'));
});

test('suspending ends the sessions at once, restoring allows new ones; both write an entry', async () => {
  const user = await addAdministrator(db);
  const session = await openSession(db, { userId: user.id, rememberMe: true }, api.clock.now);
  const detail = await admin.get(`/admin/users/${user.id}`);
  expect(detail.body).toMatchObject({ version: 1 });
  for (const _ of ['first', 'second']) {
    const { status, body } = await admin.post(`/admin/users/${user.id}/suspend`);
    expect([status, body.data]).toMatchObject([200, { id: user.id, status: 'suspended' }]);
    expect(body.version).toBe(2);
  }
  expect((await createRequester(api.base, session.token).get('/admin/users')).status).toBe(401);
  const { refreshToken } = session;
  expect((await createRequester(api.base).post('/auth/refresh-token', { refreshToken })).status).toBe(401);
  expect((await admin.post(`/admin/users/${user.id}/restore`)).body.data).toMatchObject({ status: 'active' });
  // Ended sessions stay ended.
  expect((await createRequester(api.base, session.token).get('/admin/users')).status).toBe(401);
  expect((await listAuditEntries(user.id)).map(({ action, changes }) => [action, changes])).toEqual([
    ['user_restored', [{ field: 'status', from: 'suspended', to: 'active' }]],
    ['user_suspended', [{ field: 'status', from: 'active', to: 'suspended' }]],
  ]);
  for (const path of ['suspend', 'restore']) {
    expect((await admin.post(`/admin/users/2147483647/${path}`)).status).toBe(404);
  }
  const gone = await addUser(db, { status: 'deleted' });
  for (const path of ['suspend', 'restore']) {
    expect((await admin.post(`/admin/users/${gone.id}/${path}`)).status).toBe(409);
  }
});

test('the last administrator cannot be suspended, even if the last two suspend each other in parallel', async () => {
  const { db: own } = await cloneDatabase();
  const served = await serveApi(own);
  const [one, other] = [
    await signInAdministrator({ db: own }, served),
    await signInAdministrator({ db: own }, served),
  ];
  const replies = await Promise.all([
    one.post(`/admin/users/${other.administrator.id}/suspend`),
    other.post(`/admin/users/${one.administrator.id}/suspend`),
  ]);
  const active = await own.selectFrom('users').where('status', '=', 'active').selectAll().execute();
  expect(active).toHaveLength(1);
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  const left = replies[0]?.status === 200 ? one : other;
  const { status, body } = await left.post(`/admin/users/${left.administrator.id}/suspend`);
  expect([status, body.message]).toEqual([409, expect.stringMatching(/only owner/)]);
});

test('a stale save is refused with author and fields; without a version the last write wins', async () => {
  const colleague = await signInAdministrator(database, api);
  const user = await addUser(db, { first_name: 'Ann', last_name: 'Lee', phone: '1' });
  const version = await versionOf(user.id);
  const first = await save(user.id, { phone: '2', version }, colleague);
  expect(first.body.version).toBe(version + 1);
  await save(user.id, { phone: '2', first_name: 'Anna', version: version + 1 }, colleague);

  const stale = await save(user.id, { first_name: 'Annette', version });
  expect(stale.status).toBe(409);
  const by = colleague.administrator;
  expect(readConflict(stale.body)).toEqual({
    changedBy: `${by.first_name} ${by.last_name} (${by.email})`,
    changedAt: api.clock.now.toISOString(),
    current: expect.objectContaining({ id: user.id, first_name: 'Anna', phone: '2' }),
    version: version + 2,
    fields: ['first_name', 'phone'],
  });
  expect(await versionOf(user.id)).toBe(version + 2);
  expect((await save(user.id, { first_name: 'Annette', version: version + 2 })).status).toBe(200);
  expect((await save(user.id, { first_name: 'Antonia' })).status).toBe(200);
});

test('exactly one of ten saves of the same version succeeds', async () => {
  const user = await addUser(db);
  const version = await versionOf(user.id);
  const replies = await Promise.all(
    Array.from({ length: 10 }, (_, index) => save(user.id, { phone: `9${index}`, version })),
  );
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(replies.filter(({ status }) => status === 409)).toHaveLength(9);
});

test('a change without an entry, such as one by the app, is a conflict too', async () => {
  const user = await addUser(db, { first_name: 'Ann', last_name: 'Lee', phone: '1' });
  const version = await versionOf(user.id);
  const at = new Date();
  await db.updateTable('users').set({ phone: '5', updated_at: at }).where('id', '=', user.id).execute();
  const { body } = await save(user.id, { version });
  expect(readConflict(body)).toMatchObject({
    changedBy: null,
    changedAt: at.toISOString(),
    fields: ['phone'],
  });
});

test('a new password or sign-in makes no save stale', async () => {
  const user = await addUser(db);
  const version = await versionOf(user.id);
  await db.updateTable('users').set({ password_hash: 'x' }).where('id', '=', user.id).execute();
  expect((await save(user.id, { version })).status).toBe(200);
});

test('a payment check writes an entry at its start, and at its end with the outcome', async () => {
  const user = await addUser(db);
  const token = createSandboxToken('active', new Date(api.clock.now.getTime() + 86_400_000), randomUUID());
  const { rows } = await sql<{ id: number }>`
    with subscription as (
      insert into subscriptions (user_id, plan, product_id, platform, status, start_date)
      values (${user.id}, 'Monthly', 'x', 'ios', 'on_hold', now()) returning id
    ), purchase as (
      insert into purchases (platform, key, user_id, subscription_id)
      select 'ios', ${token}, ${user.id}::integer, id from subscription
    ) insert into failed_payments (user_id, subscription_id, product_id, platform, purchase_token, amount_cents)
      select ${user.id}::integer, id, 'x', 'ios', ${token}, 1 from subscription returning id`.execute(db);
  const reply = await admin.post(`/admin/subscriptions/retry/${rows[0]?.id}`, { notes: 'by hand' });
  expect(await listAuditEntries(user.id)).toMatchObject([
    {
      by: adminName,
      action: 'payment_checked',
      changes: [{ field: 'outcome', from: null, to: reply.body.outcome }],
      requestId: reply.headers.get('x-request-id'),
    },
    {
      by: adminName,
      action: 'payment_check_started',
      changes: [],
      requestId: reply.headers.get('x-request-id'),
    },
  ]);
});

test('an answer with the newest entries has the total number', async () => {
  const { id } = await addUser(db);
  const history = async () => (await admin.get(`/admin/users/${id}/audit`)).body;
  const fill = (count: number) =>
    sql`
    insert into audit_entries (at, actor, action, user_id)
    select now(), 'owner', 'session_ended', ${id} from generate_series(1, ${count}::integer)`.execute(db);
  await fill(100);
  expect((await history()).total).toBe(100);
  await fill(23);
  const { total, data } = await history();
  expect(total).toBe(123);
  expect(data).toHaveLength(100);
});

test('no entry names an erased person, neither as actor nor as subject', async () => {
  const mark = randomUUID().slice(0, 8);
  const leaving = await signInAdministrator(database, api);
  const { id } = leaving.administrator;
  await save(id, { first_name: `Vor${mark}`, phone: `+1 ${mark}` });
  const other = await addUser(db);
  await save(other.id, {}, leaving);
  await createRequester(api.base).post('/auth/delete-account-request', {
    email: leaving.administrator.email,
    confirmation: 'DELETE',
  });
  const { text } = await api.waitForMailTo(leaving.administrator.email);
  const token = text.match(/delete-account\/([\w-]{43})/)?.[1];
  const confirmed = await createRequester(api.base).post('/auth/verify-delete-account-request', { token });
  expect(confirmed.status).toBe(200);
  await eraseDueAccounts(db, new Date(api.clock.now.getTime() + 40 * 86_400_000), createTestLog([]));

  const entries = await listAuditEntries(id);
  expect(entries.map(({ action, by }) => [action, by])).toEqual([
    ['account_erased', 'Housekeeping'],
    ['account_closed', null],
    ['user_updated', adminName],
  ]);
  expect(entries[1]).toMatchObject({
    changes: [{ field: 'status', from: 'active', to: 'deleted' }],
    requestId: confirmed.headers.get('x-request-id'),
  });
  expect(entries[2]?.changes).toContainEqual({ field: 'phone', from: null, to: null });
  expect((await listAuditEntries(other.id))[0]?.by).toBe('Deleted user');
  const { rows } = await sql<{ xml: string }>`
    select database_to_xml(true, false, '')::text as xml`.execute(db);
  expect(rows[0]?.xml).not.toContain(mark);
});
