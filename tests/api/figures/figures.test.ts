import { expect, test } from 'vitest';
import { readMonths } from '#api/db/figures/read.ts';
import { findWrongFigures, rebuildFigures } from '#api/db/figures/recount.ts';
import { mulberry32 } from '#api/demo/random.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { addUser } from '#tests/setup/api/people.ts';
import { changeCharge, changeSubscription } from './locked-changes.ts';
import { addSubscription, blankRecipe, failedPayment } from './rows.ts';

const { db } = await cloneDatabase();

const statuses = ['active', 'suspended', 'deleted'] as const;
const subscriptionStatuses = ['trialing', 'active', 'on_hold', 'expired'] as const;

const ingredients = (...names: string[]) => JSON.stringify(names.map((name) => ({ name })));

/** A foreign key: the subscription of a new charge has gone with its user. */
const SUBSCRIPTION_IS_GONE = '23503';

const months = async () =>
  (await readMonths(db)).map(({ month, subscription_count, total_revenue }) => [
    month,
    subscription_count,
    total_revenue,
  ]);

test('a subscription that is charged twice in a month counts once; months are in UTC', async () => {
  const [one, two] = [await addSubscription(db), await addSubscription(db)];
  const charge = (subscription_id: number, charged_at: string) => ({
    subscription_id,
    charged_at,
    amount_cents: 999,
  });
  await db
    .insertInto('charges')
    .values([charge(one, '2026-03-01T00:00:00Z'), charge(two, '2026-02-28T23:59:59Z')])
    .execute();
  await db.insertInto('charges').values(charge(one, '2026-03-31T23:59:59Z')).execute();
  expect(await months()).toEqual([
    ['2026-03', 1, 19.98],
    ['2026-02', 1, 9.99],
  ]);
  await db.updateTable('charges').set({ amount_cents: 0 }).where('subscription_id', '=', two).execute();
  await db
    .updateTable('charges')
    .set({ charged_at: '2026-04-01T00:00:00Z' })
    .where('subscription_id', '=', two)
    .execute();
  expect(await months()).toEqual([
    ['2026-04', 1, 0],
    ['2026-03', 1, 19.98],
  ]);
  await db.deleteFrom('subscriptions').where('id', '=', one).execute();
  expect(await months()).toEqual([['2026-04', 1, 0]]);
  expect(await findWrongFigures(db)).toEqual([]);
});

test('an ingredient counts from its first published recipe to its last', async () => {
  const count = async () =>
    (await db.selectFrom('figures').where('name', '=', 'ingredients').select('count').execute()).reduce(
      (sum, row) => sum + Number(row.count),
      0,
    );
  const add = (names: string[], published_at: Date | null) =>
    db
      .insertInto('recipes')
      .values({ title: 'Dish', ...blankRecipe, ingredients: ingredients(...names), published_at })
      .execute();
  await add(['Salt', 'Crème'], null);
  expect(await count()).toBe(0);
  await db.updateTable('recipes').set({ published_at: new Date() }).execute();
  expect(await count()).toBe(2);
  await add(['salt ', 'creme', 'Flour'], new Date());
  expect(await count()).toBe(3);
  await db.updateTable('recipes').set({ deleted_at: new Date() }).where('title', '=', 'Dish').execute();
  expect(await count()).toBe(0);
  expect(await findWrongFigures(db)).toEqual([]);
});

test('after random writes, also at the same time, every figure equals its recount', async () => {
  const random = mulberry32(7);
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item;
  const subscriptions = await Promise.all(Array.from({ length: 6 }, () => addSubscription(db)));
  const texts = ['Vegan', 'vegan ', 'Quick', 'Été', 'ete'];
  const times = ['2026-06-30T23:59:59.999Z', '2026-07-01T00:00:00Z', '2026-07-31T12:00:00Z'];
  const recipe = () => ({
    title: 'Any',
    ...blankRecipe,
    cuisine: pick([...texts, null]),
    meal_types: [pick(texts), pick(texts)],
    feature_tags: random() < 0.5 ? [] : [pick(texts)],
    steps: random() < 0.5 ? [] : ['Cook.'],
    preparation_time: pick([0, 60]),
    ingredients: ingredients(pick(texts), pick(texts), ` ${pick(texts)}`),
    published_at: pick([null, new Date()]),
    deleted_at: pick([null, null, new Date()]),
  });
  const randomPayment = () => Math.floor(random() * 60);
  const writes = [
    () =>
      addUser(db, {
        status: pick(statuses),
        is_email_verified: random() < 0.5,
        onboarding_status: pick(['not_started', 'completed'] as const),
      }),
    () =>
      db
        .updateTable('users')
        .set({ status: pick(statuses), is_email_verified: random() < 0.5 })
        .where('id', '=', Math.floor(random() * 60))
        .execute(),
    () => addSubscription(db),
    () => {
      const id = Math.floor(random() * 40);
      return changeSubscription(db, id, (transaction) =>
        transaction
          .updateTable('subscriptions')
          .set({ status: pick(subscriptionStatuses) })
          .where('id', '=', id)
          .execute(),
      );
    },
    () => {
      const id = 10 + Math.floor(random() * 40);
      return changeSubscription(db, id, (transaction) =>
        transaction.deleteFrom('subscriptions').where('id', '=', id).execute(),
      );
    },
    () =>
      db
        .insertInto('failed_payments')
        .values([failedPayment(pick(subscriptions)), failedPayment(pick(subscriptions))])
        .execute(),
    () =>
      db
        .updateTable('failed_payments')
        .set({
          last_outcome: pick(['still_failing', 'store_unreachable', null]),
          recovered_at: pick([null, null, ...times.map((time) => new Date(time))]),
        })
        .where('id', '=', randomPayment())
        .execute(),
    () => db.deleteFrom('failed_payments').where('id', '=', randomPayment()).execute(),
    () =>
      db
        .updateTable('users')
        .set({ status: pick(['active', 'deleted']) })
        .where('id', '=', Math.floor(random() * 20))
        .execute(),
    () =>
      db
        .deleteFrom('users')
        .where('id', '=', Math.floor(random() * 60))
        .execute(),
    () =>
      db
        .insertInto('charges')
        .values(
          Array.from({ length: 3 }, () => ({
            subscription_id: pick(subscriptions),
            charged_at: pick(times),
            amount_cents: Math.floor(random() * 1_000),
          })),
        )
        .execute(),
    () =>
      changeCharge(db, Math.floor(random() * 90), (id, transaction) =>
        transaction
          .updateTable('charges')
          .set({ charged_at: pick(times) })
          .where('id', '=', id)
          .execute(),
      ),
    () =>
      changeCharge(db, Math.floor(random() * 90), (id, transaction) =>
        transaction.deleteFrom('charges').where('id', '=', id).execute(),
      ),
    () => db.insertInto('recipes').values([recipe(), recipe()]).execute(),
    () =>
      db
        .updateTable('recipes')
        .set(recipe())
        .where('id', '=', Math.floor(random() * 60))
        .execute(),
    () =>
      db
        .deleteFrom('recipes')
        .where('id', '=', Math.floor(random() * 60))
        .execute(),
  ];
  for (let round = 0; round < 60; round += 1) {
    await Promise.all(
      Array.from({ length: 4 }, () =>
        pick(writes)().catch((error: { code?: string }) => expect(error.code).toBe(SUBSCRIPTION_IS_GONE)),
      ),
    );
  }
  expect(await findWrongFigures(db)).toEqual([]);
});

test('a wrong figure is found, and a rebuild mends it', async () => {
  await db.updateTable('figures').set({ count: '500000' }).where('name', '=', 'users').execute();
  await db
    .insertInto('recipe_figures')
    .values({ kind: 'state', key: 'none', value: '', recipes: 2 })
    .execute();
  await db.updateTable('user_figures').set({ users: 9 }).where('status', '=', 'suspended').execute();
  const user = await addUser(db, { subscription_status: 'paused' });
  const wrong = (await findWrongFigures(db)).map(({ figure }) => figure);
  expect(wrong).toEqual(
    expect.arrayContaining([
      'state none ',
      'users',
      'users with a wrong status of the subscription',
      expect.stringMatching(/^users \d+ suspended user/),
    ]),
  );
  await db.transaction().execute(rebuildFigures);
  expect(await findWrongFigures(db)).toEqual([]);
  const [mended] = await db.selectFrom('users').where('id', '=', user.id).selectAll().execute();
  expect(mended?.subscription_status).toBe('none');
});
