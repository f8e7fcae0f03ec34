import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { findWrongFigures } from '#api/db/figures/recount.ts';
import { migrate } from '#api/db/migrate.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';

test('payments from before keep their last check, and get what their list needs', async () => {
  const { db } = await cloneDatabase();
  await sql`drop schema public cascade`.execute(db);
  await sql`create schema public`.execute(db);
  await migrate(db, { to: '0019-recipe-figures-returning' });
  await sql`
    insert into users (first_name, last_name, email, status) values
      ('Ann', 'Lee', 'Ann@example.com', 'active'), ('Gone', 'Away', 'gone@example.com', 'deleted')`.execute(
    db,
  );
  await sql`
    insert into subscriptions (user_id, plan, product_id, platform, status, start_date)
    select id, 'Monthly', 'x.monthly', 'ios', 'on_hold', now() from users`.execute(db);
  await sql`
    insert into failed_payments (subscription_id, product_id, platform, purchase_token, amount_cents, recovered_at)
    select id, product_id, platform, 'token', 1, recovered_at
    from subscriptions, (values (null::timestamptz), (now())) as recovered (recovered_at)
    order by subscriptions.id, recovered_at nulls first`.execute(db);
  await sql`
    insert into payment_checks (id, payment_id, notes, started_at, finished_at, outcome, message)
    select gen_random_uuid(), 1, '', at, ended, outcome, message from (values
      (timestamptz '2026-01-01Z', timestamptz '2026-01-01Z', 'store_unreachable', 'Older.'),
      ('2026-01-02Z', '2026-01-02T00:00:05Z', 'still_failing', 'Newest.'),
      ('2026-01-03Z', null, null, null)) as checks (at, ended, outcome, message)`.execute(db);
  await migrate(db);
  const rows = await db
    .selectFrom('failed_payments')
    .select(['id', 'email', 'search_text', 'state', 'last_message', 'last_checked_at'])
    .orderBy('id')
    .execute();
  const unchecked = { last_message: null, last_checked_at: null };
  expect(rows).toEqual([
    {
      id: 1,
      email: 'Ann@example.com',
      search_text: 'ann lee ann ann@example.com x.monthly 1',
      state: 'still_failing',
      last_message: 'Newest.',
      last_checked_at: new Date('2026-01-02T00:00:05Z'),
    },
    {
      id: 2,
      email: 'Ann@example.com',
      search_text: 'ann lee ann ann@example.com x.monthly 2',
      state: 'recovered',
      ...unchecked,
    },
    { id: 3, email: null, search_text: '', state: null, ...unchecked },
    { id: 4, email: null, search_text: '', state: null, ...unchecked },
  ]);
  expect(await findWrongFigures(db)).toEqual([]);
});
