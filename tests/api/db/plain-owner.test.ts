import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, inject, onTestFinished, test } from 'vitest';
import { eraseDueAccounts } from '#api/accounts/erasure.ts';
import { writeAuditEntry } from '#api/audit/write.ts';
import { migrate } from '#api/db/migrate.ts';
import { openDatabase } from '#api/db/open.ts';
import { fillDemo } from '#api/demo/fill.ts';
import { withDatabaseName } from '#tests/setup/api/database.ts';
import { createTestLog } from '#tests/setup/api/log.ts';
import { addUser } from '#tests/setup/api/people.ts';

/** An empty database whose owner has no other right. */
async function createOwnDatabase() {
  const name = `owner_${randomUUID().replaceAll('-', '')}`;
  const superuser = openDatabase(inject('databaseUrl'), () => undefined);
  await sql`create role ${sql.id(name)} login password ${sql.lit(name)}`.execute(superuser);
  await sql`create database ${sql.id(name)} owner ${sql.id(name)}`.execute(superuser);
  const url = new URL(withDatabaseName(inject('databaseUrl'), name));
  url.username = name;
  url.password = name;
  const db = openDatabase(url.href, () => undefined);
  onTestFinished(async () => {
    await db.destroy();
    await sql`drop database ${sql.id(name)} with (force)`.execute(superuser);
    await sql`drop role ${sql.id(name)}`.execute(superuser);
    await superuser.destroy();
  });
  return db;
}

test('the owner of a database migrates it, fills the demo and erases an account without being a superuser', async () => {
  const db = await createOwnDatabase();
  const { rows } = await sql<{ is_superuser: string }>`show is_superuser`.execute(db);
  expect(rows).toEqual([{ is_superuser: 'off' }]);

  await migrate(db);
  const now = new Date();
  await fillDemo(db, { seed: 1, now, users: 20 });
  const users = await db.selectFrom('users').select('id').execute();
  expect(users).toHaveLength(20);

  const leaver = await addUser(db, { status: 'deleted' });
  const changes = [{ field: 'phone', from: '1', to: '2' }];
  const actor = { kind: 'owner', requestId: null } as const;
  await writeAuditEntry(db, { actor, action: 'user_updated', userId: leaver.id, changes }, now);
  const long = new Date(now.getTime() - 40 * 86_400_000);
  const request = { user_id: leaver.id, reason: null, erased_at: null };
  await db
    .insertInto('account_deletions')
    .values({ ...request, requested_at: long, confirmed_at: long })
    .execute();
  const logLines: string[] = [];
  const erased = await eraseDueAccounts(db, now, createTestLog(logLines));
  expect(logLines).toEqual([]);
  expect(erased).toBeGreaterThan(0);
  const [entry] = await db
    .selectFrom('audit_entries')
    .where('user_id', '=', leaver.id)
    .orderBy('id')
    .select('changes')
    .execute();
  expect(entry?.changes).toEqual([{ field: 'phone', from: null, to: null }]);
});
