import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { eraseDueAccounts } from '#api/accounts/erasure.ts';
import { type Fate, fates } from '#api/accounts/retention.ts';
import { openSession } from '#api/auth/sessions.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { logInto } from '#tests/setup/api/log.ts';
import { addAdministrator } from '#tests/setup/api/people.ts';

const { db } = await cloneDatabase();

test('every table of the database has a fate', async () => {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_name not like 'kysely%' order by 1`.execute(db);
  expect(rows.map(({ name }) => name)).toEqual(Object.keys(fates).sort());
});

test('what is erased with an account is gone, table by table, and the rest is as its fate says', async () => {
  const now = new Date();
  const person = await addAdministrator(db);
  await openSession(db, person.id, true, now);
  const { rows: made } = await sql<{ id: number }>`
    insert into subscriptions (user_id, plan, product_id, platform, status, start_date)
    values (${person.id}, 'Monthly', 'x', 'ios', 'on_hold', now()) returning id`.execute(db);
  const subscription = made[0]?.id;
  await sql`
    with payment as (
      insert into failed_payments (subscription_id, product_id, platform, purchase_token, amount_cents)
      values (${subscription}, 'x', 'ios', 'x', 1) returning id
    ) insert into payment_checks (id, payment_id, administrator_id, notes, started_at)
      select gen_random_uuid(), id, ${person.id}, 'x', now() from payment`.execute(db);
  await sql`insert into charges (subscription_id, charged_at, amount_cents) values (${subscription}, now(), 1)`.execute(
    db,
  );
  await sql`insert into recipes (title) values ('x')`.execute(db);
  await sql`insert into limits (key, hits, forget_at) values ('x', '{}', now())`.execute(db);
  await sql`
    insert into mails (kind, address, created_at, next_attempt_at)
    values ('password_reset', ${person.email}, now(), now())`.execute(db);
  await sql`
    insert into one_time_tokens values (${person.id}, 'password_reset', gen_random_uuid(), now(), '{}', now())`.execute(
    db,
  );
  await sql`
    insert into audit_entries (at, actor, action, user_id) values (now(), 'owner', 'account_closed', ${person.id})`.execute(
    db,
  );
  await db.updateTable('users').set({ status: 'deleted' }).where('id', '=', person.id).execute();
  await sql`
    insert into account_deletions (user_id, requested_at, confirmed_at)
    values (${person.id}, now(), now() - interval '40 days')`.execute(db);
  const left = async (table: string) => {
    const { rows } = await sql<{ count: number }>`select count(*)::integer from ${sql.table(table)}`.execute(
      db,
    );
    return rows[0]?.count ?? 0;
  };
  for (const table of Object.keys(fates)) expect(await left(table), table).toBeGreaterThan(0);

  await eraseDueAccounts(db, now, logInto([]));
  const erased: Fate = 'erased';
  for (const [table, fate] of Object.entries(fates)) {
    expect((await left(table)) === 0, table).toBe(fate === erased);
  }
});
