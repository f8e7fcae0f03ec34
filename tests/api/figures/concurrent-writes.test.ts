import { type Kysely, sql } from 'kysely';
import { expect, test } from 'vitest';
import { readMonths } from '#api/db/figures/read.ts';
import { findWrongFigures } from '#api/db/figures/recount.ts';
import type { Database } from '#api/db/schema.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { addUser } from '#tests/setup/api/people.ts';
import { addSubscription, blankRecipe, failedPayment } from './rows.ts';

/** Writes of two transactions, each at the moment that matters. */

const { db } = await cloneDatabase();

/** Returns when the write is done or waits for a lock of another transaction. */
async function untilDoneOrWaiting(write: Promise<unknown>): Promise<'done' | 'waits'> {
  let isDone = false;
  const onEnd = () => {
    isDone = true;
  };
  write.then(onEnd, onEnd);
  while (!isDone) {
    const { rows } = await sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
      db,
    );
    if (rows.length > 0) return 'waits';
  }
  return 'done';
}

test('a charge waits for another one of its subscription, which counts once', async () => {
  const subscription_id = await addSubscription(db);
  const charge = { subscription_id, charged_at: '2026-05-05T00:00:00Z', amount_cents: 1 };
  const second = await db.transaction().execute(async (first) => {
    await first.insertInto('charges').values(charge).execute();
    const insert = db.insertInto('charges').values(charge).execute();
    expect(await untilDoneOrWaiting(insert)).toBe('waits');
    return { insert };
  });
  await second.insert;
  expect(await readMonths(db)).toMatchObject([
    { month: '2026-05', subscription_count: 1, total_revenue: 0.02 },
  ]);
  expect(await findWrongFigures(db)).toEqual([]);
});

test('no user waits for another one, and no charge for one of another subscription', async () => {
  const [one, two] = [await addSubscription(db), await addSubscription(db)];
  const charge = { charged_at: '2026-06-05T00:00:00Z', amount_cents: 1 };
  await db
    .insertInto('charges')
    .values({ ...charge, subscription_id: one })
    .execute();
  await db.transaction().execute(async (first) => {
    await addUser(first);
    await first
      .insertInto('charges')
      .values({ ...charge, subscription_id: one })
      .execute();
    expect(await untilDoneOrWaiting(addUser(db))).toBe('done');
    const insert = db
      .insertInto('charges')
      .values({ ...charge, subscription_id: two })
      .execute();
    expect(await untilDoneOrWaiting(insert)).toBe('done');
  });
  expect(await findWrongFigures(db)).toEqual([]);
});

test('no failed payment and no end of a subscription waits for another one of the same figures', async () => {
  const [one, two] = [await addSubscription(db), await addSubscription(db)];
  const fail = (transaction: Kysely<Database>, id: number) =>
    transaction
      .insertInto('failed_payments')
      .values({ ...failedPayment(id), purchase_token: `of ${id}` })
      .execute();
  const end = (transaction: Kysely<Database>, id: number) =>
    transaction
      .updateTable('subscriptions')
      .set({ status: 'expired', end_date: '2026-06-05T00:00:00Z', end_cause: 'billing' })
      .where('id', '=', id)
      .execute();
  await fail(db, one);
  await db.transaction().execute(async (first) => {
    await first.deleteFrom('failed_payments').where('subscription_id', '=', one).execute();
    await end(first, one);
    expect(await untilDoneOrWaiting(fail(db, two))).toBe('done');
    expect(await untilDoneOrWaiting(end(db, two))).toBe('done');
  });
  expect(await findWrongFigures(db)).toEqual([]);
});

test('two transactions that give recipes the same values in another order do not block each other', async () => {
  const recipes = await db
    .insertInto('recipes')
    .values(Array.from({ length: 4 }, () => ({ title: 'Dish', ...blankRecipe })))
    .returning('id')
    .execute();
  const setCuisine = (transaction: Kysely<Database>, index: number, cuisine: string) =>
    transaction
      .updateTable('recipes')
      .set({ cuisine })
      .where('id', '=', Number(recipes[index]?.id))
      .execute();
  const second = await db.transaction().execute(async (first) => {
    await setCuisine(first, 0, 'Greek');
    const change = db.transaction().execute(async (other) => {
      await setCuisine(other, 1, 'Thai');
      await setCuisine(other, 2, 'Greek');
    });
    await untilDoneOrWaiting(change);
    await setCuisine(first, 3, 'Thai');
    return { change };
  });
  await second.change;
  expect(await findWrongFigures(db)).toEqual([]);
});

test('a user has the status of the newest subscription, also if two are written at the same time', async () => {
  const id = await addSubscription(db);
  const { user_id } = await db
    .selectFrom('subscriptions')
    .where('id', '=', id)
    .select('user_id')
    .executeTakeFirstOrThrow();
  const plan = { user_id, plan: 'Monthly', product_id: 'p', platform: 'ios', end_date: null } as const;
  const second = await db.transaction().execute(async (first) => {
    await first
      .insertInto('subscriptions')
      .values({ ...plan, status: 'on_hold', start_date: '2027-01-02' })
      .execute();
    const insert = db
      .insertInto('subscriptions')
      .values({ ...plan, status: 'paused', start_date: '2027-01-01' })
      .execute();
    expect(await untilDoneOrWaiting(insert)).toBe('waits');
    return { insert };
  });
  await second.insert;
  const user = await db.selectFrom('users').where('id', '=', user_id).selectAll().executeTakeFirstOrThrow();
  expect(user.subscription_status).toBe('on_hold');
  expect(await findWrongFigures(db)).toEqual([]);
});
