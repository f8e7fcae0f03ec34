import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '../db/schema.ts';
import { insertRecipes } from './catalogue.ts';
import { insertFailedPayments } from './people/payments.ts';
import { makePeople, type Person } from './people/people.ts';
import { createSubscriptionDealer } from './people/subscriptions.ts';
import { mulberry32 } from './random.ts';

/** 500 people with at most 25 charges each stay below the 65,535 parameters of PostgreSQL. */
const BATCH_SIZE = 500;
/** Arbitrary; no other advisory lock uses it. */
const DEMO_FILL_LOCK = 7_262_020;

type Options = {
  seed: number;
  now: Date;
  users?: number;
  /** Part of every email address, so that a second fill uses other addresses. */
  emailSuffix?: string;
  /** Writes nothing if there are users. Of several servers that start together, one fills. */
  onlyIfEmpty?: boolean;
  /** Receives the number of people written so far. */
  onProgress?: (written: number) => void;
};

/**
 * All or nothing. The same seed, `now` and number of users fill an empty database with the same rows. Recipes and
 * failed payments are added only if there are none. Throws if these people exist.
 */
export async function fillDemo(db: Kysely<Database>, options: Options): Promise<void> {
  const { seed, now, users = 250, emailSuffix, onlyIfEmpty = false, onProgress } = options;
  const people = makePeople(mulberry32(seed), now, { count: users, emailSuffix });
  // Separate random streams: a change in one part does not change the others.
  const subscriptionsOf = createSubscriptionDealer(mulberry32(~seed), now);
  await db.transaction().execute(async (transaction) => {
    if (onlyIfEmpty) {
      await sql`select pg_advisory_xact_lock(${DEMO_FILL_LOCK})`.execute(transaction);
      if (!(await isEmpty(transaction, 'users'))) return;
    }
    let written = 0;
    for (const batch of batches(people, BATCH_SIZE)) {
      await insertPeople(transaction, batch, subscriptionsOf);
      written += batch.length;
      onProgress?.(written);
    }
    if (await isEmpty(transaction, 'recipes')) await insertRecipes(transaction, now);
    if (await isEmpty(transaction, 'failed_payments')) {
      await insertFailedPayments(transaction, mulberry32(seed ^ PAYMENTS_SEED_MASK), now);
    }
  });
}

/** Separates the random stream of the failed payments. */
const PAYMENTS_SEED_MASK = 0x5eed;

async function isEmpty(
  transaction: Transaction<Database>,
  table: 'users' | 'recipes' | 'failed_payments',
): Promise<boolean> {
  const found = await transaction.selectFrom(table).select('id').limit(1).executeTakeFirst();
  return found === undefined;
}

function* batches<Item>(items: Iterable<Item>, size: number): Generator<Item[], void> {
  let batch: Item[] = [];
  for (const item of items) {
    batch.push(item);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** PostgreSQL returns the ids in the order of the rows. */
async function insertPeople(
  transaction: Transaction<Database>,
  people: readonly Person[],
  subscriptionsOf: ReturnType<typeof createSubscriptionDealer>,
): Promise<void> {
  const users = await transaction.insertInto('users').values(people).returning('id').execute();
  const deletions = people.flatMap(({ status, updated_at }, index) =>
    status === 'deleted' ? [createConfirmedDeletion(getIdAt(users, index), updated_at)] : [],
  );
  if (deletions.length > 0) await transaction.insertInto('account_deletions').values(deletions).execute();
  const subscriptions = people.flatMap((person, index) =>
    subscriptionsOf(person).map((subscription) => ({ ...subscription, user_id: getIdAt(users, index) })),
  );
  if (subscriptions.length === 0) return;
  const stored = await transaction
    .insertInto('subscriptions')
    .values(subscriptions.map(({ charges: _, ...row }) => row))
    .returning('id')
    .execute();
  const charges = subscriptions.flatMap((subscription, index) =>
    subscription.charges.map((charge) => ({ ...charge, subscription_id: getIdAt(stored, index) })),
  );
  if (charges.length > 0) await transaction.insertInto('charges').values(charges).execute();
}

function createConfirmedDeletion(user_id: number, at: Date) {
  return { user_id, reason: null, requested_at: at, confirmed_at: at, erased_at: null };
}

function getIdAt(rows: readonly { id: number }[], index: number): number {
  const row = rows[index];
  if (!row) throw new Error(`The database returned ${rows.length} ids, but row ${index} needs one.`);
  return row.id;
}
