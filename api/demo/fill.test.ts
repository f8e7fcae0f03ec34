import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Database } from '#api/db/schema.ts';
import { fillDemo } from '#api/demo/fill.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';

const now = new Date('2026-11-20T09:30:00Z');
const tables = [
  'users',
  'subscriptions',
  'charges',
  'recipes',
  'failed_payments',
] as const satisfies (keyof Database)[];

async function readAllRows({ db }: Awaited<ReturnType<typeof cloneDatabase>>): Promise<string> {
  const rows = tables.map((table) => db.selectFrom(table).selectAll().orderBy('id').execute());
  return JSON.stringify(await Promise.all(rows));
}

test('the same seed fills two databases equally, with consistent rows', async () => {
  const [one, other] = [await cloneDatabase(), await cloneDatabase()];
  await fillDemo(one.db, { seed: 7, now });
  await fillDemo(other.db, { seed: 7, now });
  expect(await readAllRows(one)).toBe(await readAllRows(other));
  const counts = await sql<{ users: number; misplaced: number }>`
    select (select count(*)::int from users) as users, count(*)::int as misplaced
    from charges join subscriptions on subscriptions.id = subscription_id join users on users.id = user_id
    where charged_at < start_date or charged_at >= end_date or charged_at > ${now} or start_date < users.created_at`.execute(
    one.db,
  );
  expect(counts.rows).toEqual([{ users: 250, misplaced: 0 }]);
});

test('a fill that fails writes nothing', async () => {
  const database = await cloneDatabase();
  await database.db.schema.alterTable('charges').dropColumn('amount_cents').execute();
  await expect(fillDemo(database.db, { seed: 7, now })).rejects.toThrow('amount_cents');
  expect(await readAllRows(database)).toBe('[[],[],[],[],[]]');
});

test('more people than one batch holds are all written', async () => {
  const { db } = await cloneDatabase();
  await fillDemo(db, { seed: 7, now, users: 1_201 });
  const { count } = await db
    .selectFrom('users')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  expect(Number(count)).toBe(1_201);
});
