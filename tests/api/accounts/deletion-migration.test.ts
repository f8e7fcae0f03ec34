import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { findWrongFigures } from '#api/db/figures/recount.ts';
import { migrate } from '#api/db/migrate.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';

test('deletions from before are marked, with the status that the audit log remembers', async () => {
  const { db } = await cloneDatabase();
  await sql`drop schema public cascade`.execute(db);
  await sql`create schema public`.execute(db);
  await migrate(db, { to: '0024-user-filters' });
  await sql`
    insert into users (first_name, last_name, email, status) values
      ('Ann', 'Lee', 'ann@example.com', 'active'), ('Leaving', 'One', 'one@example.com', 'deleted'),
      ('Leaving', 'Two', 'two@example.com', 'deleted'), ('Erased', 'Long ago', 'x@deleted.invalid', 'deleted'),
      ('Asking', 'Only', 'asks@example.com', 'active')`.execute(db);
  await sql`
    insert into account_deletions (user_id, requested_at, confirmed_at, erased_at) values
      (2, now(), now(), null), (3, now(), now(), null), (4, now(), now(), now()), (5, now(), null, null)`.execute(
    db,
  );
  await sql`
    insert into audit_entries (at, actor, action, user_id, changes) values
      (now(), 'owner', 'account_closed', 2, '[{"field": "status", "from": "suspended", "to": "deleted"}]')`.execute(
    db,
  );
  await migrate(db);
  const rows = await db
    .selectFrom('users')
    .leftJoin('account_deletions', 'user_id', 'id')
    .select(['id', 'is_deletion_under_way', 'status_before', 'version'])
    .orderBy('id')
    .execute();
  expect(rows.map((row) => Object.values(row))).toEqual([
    [1, false, null, 1],
    [2, true, 'suspended', 1],
    [3, true, null, 1],
    [4, false, null, 1],
    [5, false, null, 1],
  ]);
  expect(await findWrongFigures(db)).toEqual([]);
});
