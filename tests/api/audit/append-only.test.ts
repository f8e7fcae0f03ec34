import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { eraseDueAccounts } from '#api/accounts/erasure.ts';
import { writeAuditEntry } from '#api/audit/write.ts';
import { migrate } from '#api/db/migrate.ts';
import { openDatabase } from '#api/db/open.ts';
import type { Db } from '#api/db/schema.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { createTestLog } from '#tests/setup/api/log.ts';
import { addUser } from '#tests/setup/api/people.ts';

const { db, url } = await cloneDatabase();
const now = new Date();
const changes = [
  { field: 'status', from: 'active', to: 'suspended' },
  { field: 'phone', from: '1', to: '2' },
] as const;
const withoutValues = [changes[0], { field: 'phone', from: null, to: null }];

/** A user with an audit entry; with `erased`, of an erased account. */
async function addAudited({ erased = false } = {}) {
  const user = await addUser(db, { status: erased ? 'deleted' : 'active' });
  const actor = { kind: 'command_line', requestId: randomUUID() } as const;
  await writeAuditEntry(db, { actor, action: 'user_updated', userId: user.id, version: 2, changes }, now);
  if (erased) await addDeletion(user.id, now);
  return user;
}

const addDeletion = (userId: number, erasedAt: Date | null) =>
  sql`
  insert into account_deletions (user_id, requested_at, confirmed_at, erased_at)
  values (${userId}, now() - interval '40 days', now() - interval '40 days', ${erasedAt})`.execute(db);

const entriesOf = (id: number) =>
  db.selectFrom('audit_entries').where('user_id', '=', id).selectAll().orderBy('id').execute();

test.each([
  ['update audit_entries set at = now()'],
  ['delete from audit_entries'],
  ['truncate audit_entries'],
  [`set audit.erasing = 'on'; update audit_entries set action = 'user_restored'`],
  [`set audit.erasing = 'on'; update audit_entries set changes = '[]'`],
])('the database refuses every change of audit entries: %s', async (statements) => {
  const users = [await addAudited(), await addAudited({ erased: true })];
  const before = await Promise.all(users.map(({ id }) => entriesOf(id)));
  const attempt = db.connection().execute(async (connection) => {
    for (const statement of statements.split('; ')) await sql.raw(statement).execute(connection);
  });
  await expect(attempt).rejects.toThrow('The audit log only grows.');
  expect(await Promise.all(users.map(({ id }) => entriesOf(id)))).toEqual(before);
});

test.each([
  ['other values', `changes = '[{"field": "phone", "from": null, "to": "3"}]'`],
  ['fewer fields', `changes = '[{"field": "phone", "from": null, "to": null}]'`],
  ['no fields', `changes = '[]'`],
  ['another time beside the values', `at = now(), changes = ${erasedLiteral()}`],
  ['another actor', `actor = 'housekeeping'`],
  ['another request', 'request_id = null'],
])('not even an erased person’s entries get %s', async (_, assignment) => {
  const { id } = await addAudited({ erased: true });
  const attempt = sql`update audit_entries set ${sql.raw(assignment)} where user_id = ${id}`.execute(db);
  await expect(attempt).rejects.toThrow('The audit log only grows.');
});

function erasedLiteral(): string {
  return `'${JSON.stringify(withoutValues)}'`;
}

test('values are removed when an account is erased, and not before', async () => {
  const [stays, asked, gone] = [await addAudited(), await addAudited(), await addAudited({ erased: true })];
  await addDeletion(asked.id, null);
  for (const { id } of [stays, asked]) {
    await expect(sql`select erase_audit_values(${id})`.execute(db)).rejects.toThrow(/only grows/);
    expect(await entriesOf(id)).toMatchObject([{ changes }]);
  }
  const [before] = await entriesOf(gone.id);
  // A second erasure changes nothing.
  for (const _ of [1, 2]) await sql`select erase_audit_values(${gone.id})`.execute(db);
  expect(await entriesOf(gone.id)).toEqual([{ ...before, changes: withoutValues }]);
});

/** A role that owns nothing, and may only read and add audit entries. */
async function asServerRole(): Promise<Db> {
  const role = `server_${randomUUID().replaceAll('-', '')}`;
  const password = randomUUID();
  await sql`create role ${sql.id(role)} login password ${sql.lit(password)}`.execute(db);
  await sql`grant select, insert, update, delete on all tables in schema public to ${sql.id(role)}`.execute(
    db,
  );
  await sql`revoke update, delete on audit_entries from ${sql.id(role)}`.execute(db);
  const own = new URL(url);
  own.username = role;
  own.password = password;
  const opened = openDatabase(own.href, () => undefined);
  afterAll(async () => {
    await opened.destroy();
    await sql`drop owned by ${sql.id(role)}`.execute(db);
    await sql`drop role ${sql.id(role)}`.execute(db);
  });
  return opened;
}

test('a server whose role can only add entries can erase accounts, and cannot change the log otherwise', async () => {
  const server = await asServerRole();
  const user = await addAudited();
  await db.updateTable('users').set({ status: 'deleted' }).where('id', '=', user.id).execute();
  await addDeletion(user.id, null);
  const other = await addAudited();
  for (const statement of [
    'update audit_entries set changes = changes',
    `set audit.erasing = 'on'; update audit_entries set changes = '[]'`,
    'delete from audit_entries',
    'alter table audit_entries disable trigger all',
    'create or replace function erase_audit_values(erased integer) returns void language sql as $$ $$',
  ]) {
    await expect(sql.raw(statement).execute(server)).rejects.toThrow(/permission denied|must be owner/);
  }
  await expect(sql`select erase_audit_values(${other.id})`.execute(server)).rejects.toThrow(/only grows/);

  const logLines: string[] = [];
  await migrate(server);
  await eraseDueAccounts(server, now, createTestLog(logLines));
  expect(logLines).toEqual([]);
  expect(await entriesOf(user.id)).toMatchObject([
    { action: 'user_updated', changes: withoutValues },
    { action: 'account_erased', actor: 'housekeeping' },
  ]);
  expect(await entriesOf(other.id)).toMatchObject([{ changes }]);
});

test('tables and functions of the caller replace none of the audit log', async () => {
  const server = await asServerRole();
  const { id } = await addAudited();
  await server.connection().execute(async (connection) => {
    await sql`create temporary table account_deletions as
      select ${id}::integer as user_id, now() as erased_at`.execute(connection);
    await sql`create temporary table audit_entries (user_id integer, changes jsonb)`.execute(connection);
    await expect(sql`select erase_audit_values(${id})`.execute(connection)).rejects.toThrow(/only grows/);
  });
  expect(await entriesOf(id)).toMatchObject([{ changes }]);
});
