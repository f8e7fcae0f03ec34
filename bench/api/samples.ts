import { type Kysely, sql } from 'kysely';
import type { Database } from '#api/db/schema.ts';

/** What calls name, spread over the whole table. */
export type Samples = {
  users: number;
  /** In the list: not deleted. */
  recipes: number;
  /** Active app users with a subscription. */
  people: readonly { id: number; email: string; first_name: string; last_name: string }[];
  /** Of active users. */
  subscriptions: readonly number[];
  /** Published. */
  published: readonly { id: number; title: string; cuisine: string | null }[];
  /** Failed payments that a retry does not recover. */
  payments: readonly number[];
  /** Open failed payments with the address of the customer. */
  payers: readonly { id: number; email: string }[];
  openPayments: number;
  /** Of failed payments. */
  purchases: readonly number[];
};

const SAMPLE_SIZE = 500;

/** The database must be filled. */
export async function readSamples(db: Kysely<Database>): Promise<Samples> {
  const counted = await sql<{
    users: number;
    recipes: number;
    listed: number;
    payments: number;
    open: number;
  }>`
    select (select count(*)::integer from users) as users, (select count(*)::integer from recipes) as recipes,
      (select count(*)::integer from recipes where deleted_at is null) as listed,
      (select count(*)::integer from failed_payments) as payments,
      (select count(*)::integer from failed_payments where state <> 'recovered') as open`.execute(db);
  const [count] = counted.rows;
  if (!count) throw new Error('The database counted nothing.');
  const spread = (total: number) => sql<boolean>`id % ${Math.max(1, Math.floor(total / SAMPLE_SIZE))} = 0`;
  const people = await db
    .selectFrom('users')
    .where(spread(count.users))
    .where('status', '=', 'active')
    .where('role', '=', 'user')
    .where(sql<boolean>`exists (select from subscriptions where user_id = users.id)`)
    .select(['id', 'email', 'first_name', 'last_name'])
    .orderBy('id')
    .execute();
  const subscriptions = await db
    .selectFrom('subscriptions')
    .innerJoin('users', 'users.id', 'user_id')
    .where('users.status', '=', 'active')
    .where(sql<boolean>`subscriptions.id % ${Math.max(1, Math.floor(count.users / SAMPLE_SIZE))} = 0`)
    .select('subscriptions.id')
    .orderBy('subscriptions.id')
    .execute();
  const published = await db
    .selectFrom('recipes')
    .where(spread(count.recipes))
    .where('published_at', 'is not', null)
    .where('deleted_at', 'is', null)
    .select(['id', 'title', 'cuisine'])
    .orderBy('id')
    .execute();
  const open = db
    .selectFrom('failed_payments')
    .where(spread(count.payments))
    .where('state', '<>', 'recovered')
    .orderBy('id');
  const payments = await open.where('purchase_token', 'not like', 'sandbox:active%').select('id').execute();
  const payers = await open.select(['id', 'email']).execute();
  const purchases = await db
    .selectFrom('purchases')
    .where(spread(count.payments))
    .select('id')
    .orderBy('id')
    .execute();
  const { users, listed: recipes } = count;
  return {
    users,
    recipes,
    people,
    subscriptions: subscriptions.map(({ id }) => id),
    published,
    payments: payments.map(({ id }) => id),
    payers: payers.map(({ id, email }) => ({ id, email: email ?? '' })),
    openPayments: count.open,
    purchases: purchases.map(({ id }) => id),
  };
}

/** Another item each turn. Throws without items. */
export function pick<Item>(items: readonly Item[], turn: number): Item {
  const item = items[turn % items.length];
  if (item === undefined) throw new Error('There is nothing to pick from.');
  return item;
}
