import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Database, Db } from '#api/db/schema.ts';
import { fillDemo } from '#api/demo/fill.ts';
import { askStore, writeAnswer } from '#api/purchases/ask-purchase.ts';
import { toContent } from '#api/recipes/content.ts';
import { readVersion } from '#api/recipes/versions.ts';
import { openSandbox } from '#api/startup/stores.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { createTestLog } from '#tests/setup/api/log.ts';
import { findWrongStatuses } from '#tests/setup/api/purchases.ts';
import type { Progress } from './progress.ts';

const now = new Date('2026-11-20T09:30:00Z');
const tables = [
  'users',
  'subscriptions',
  'charges',
  'recipes',
  'failed_payments',
] as const satisfies (keyof Database)[];

async function readAllRows(db: Db): Promise<string> {
  const rows = tables.map((table) => db.selectFrom(table).selectAll().orderBy('id').execute());
  // The token of a user is random on purpose.
  return JSON.stringify(await Promise.all(rows), (name, value) =>
    name === 'store_account_token' ? undefined : value,
  );
}

async function countRows(db: Db, table: keyof Database): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::integer as count from ${sql.table(table)}`.execute(db);
  return rows[0]?.count ?? 0;
}

async function countOpen(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from failed_payments where recovered_at is null`.execute(db);
  return rows[0]?.count ?? 0;
}

test('the same seed fills two databases equally, with consistent rows', async () => {
  const [one, other] = [(await cloneDatabase()).db, (await cloneDatabase()).db];
  const options = { seed: 7, now, users: 700 };
  await fillDemo(one, options);
  await fillDemo(other, options);
  expect(await readAllRows(one)).toBe(await readAllRows(other));
  const counts = await sql<{ users: number; misplaced: number }>`
    select (select count(*)::int from users) as users, count(*)::int as misplaced
    from charges join subscriptions on subscriptions.id = subscription_id join users on users.id = user_id
    where charged_at < start_date or charged_at >= end_date or charged_at > ${now} or start_date < users.created_at`.execute(
    one,
  );
  expect(counts.rows).toEqual([{ users: 700, misplaced: 0 }]);
  expect(await findWrongStatuses(one)).toEqual([]);
});

test('a fill that fails writes nothing', async () => {
  const { db } = await cloneDatabase();
  await db.schema.alterTable('failed_payments').dropColumn('amount_cents').execute();
  await expect(fillDemo(db, { seed: 7, now })).rejects.toThrow('amount_cents');
  expect(await readAllRows(db)).toBe('[[],[],[],[],[]]');
});

test('more rows than one batch holds are all written and counted, and what belongs to people grows with them', async () => {
  const { db } = await cloneDatabase();
  const events: Progress[] = [];
  const options = { seed: 7, now, users: 5_001, recipes: 2_100 };
  const filled = await fillDemo(db, { ...options, onProgress: (event) => events.push(event) });
  for (const [table, count] of Object.entries(filled)) {
    expect(await countRows(db, table as keyof Database), table).toBe(count);
  }
  expect(filled).toMatchObject({ users: 5_001, recipes: 2_100 });
  expect(await countOpen(db)).toBe(800);
  for (const stage of ['people', 'recipes', 'payments', 'recoveries'] as const) {
    const ofStage = events.filter((event) => event.stage === stage);
    expect(ofStage.at(-1), stage).toEqual({ stage, done: ofStage.at(-1)?.total, total: expect.any(Number) });
  }
});

test('a later fill adds to what is there and changes none of it', async () => {
  const { db } = await cloneDatabase();
  const first = await fillDemo(db, { seed: 7, now, users: 120, recipes: 90 });
  expect([await countOpen(db), first.recipes]).toEqual([20, 90]);
  const before = JSON.parse(await readAllRows(db)) as { id: number }[][];
  const later = await fillDemo(db, { seed: 7, now, users: 250, emailSuffix: '.b' });
  expect([await countOpen(db), later.recipes]).toEqual([20 + 40, 25]);
  const after = JSON.parse(await readAllRows(db)) as { id: number }[][];
  expect(after.map((rows, index) => rows.slice(0, before[index]?.length))).toEqual(before);
  const titles = await db.selectFrom('recipes').select('title').execute();
  expect(new Set(titles.map(({ title }) => title)).size).toBe(90 + 25);
  const { rows: foreign } = await sql`
    select from failed_payments where id > ${first.failed_payments} and user_id <= ${first.users}`.execute(
    db,
  );
  expect(foreign).toEqual([]);
});

test('every recipe has its first version, also those of a later fill', async () => {
  const { db } = await cloneDatabase();
  await fillDemo(db, { seed: 7, now, users: 50, recipes: 70 });
  await fillDemo(db, { seed: 7, now, users: 50, recipes: 5, emailSuffix: '.b' });
  const recipes = await db.selectFrom('recipes').selectAll().execute();
  expect(recipes).toHaveLength(75);
  for (const recipe of recipes) {
    expect(await readVersion(db, recipe.id, recipe.version)).toEqual(toContent(recipe));
  }
  expect(await countRows(db, 'recipe_versions')).toBe(75);
});

test('a recovered payment has the order that the sandbox tells of: asking books nothing twice', async () => {
  const { db } = await cloneDatabase();
  await fillDemo(db, { seed: 7, now });
  const purchases = await db
    .selectFrom('purchases')
    .innerJoin('failed_payments', 'purchase_token', 'key')
    .where('recovered_at', 'is not', null)
    .selectAll('purchases')
    .execute();
  expect(purchases.length).toBeGreaterThan(5);
  const before = await countRows(db, 'charges');
  const clock = () => now;
  const services = { db, clock, stores: openSandbox({ db, clock }), log: createTestLog([]) };
  for (const purchase of purchases) {
    // As if nothing was on record: the sandbox tells of all its orders.
    const asked = await askStore(services, { ...purchase, known_order: null });
    expect(asked.answer).toMatchObject({ purchase: { orders: [{ id: purchase.known_order }] } });
    await db.transaction().execute((transaction) => writeAnswer(transaction, asked, null));
  }
  expect(await countRows(db, 'charges')).toBe(before);
});
