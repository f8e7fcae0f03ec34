import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '../db/schema.ts';
import { addRecipes } from './catalogue.ts';
import { addFailedPayments } from './payments.ts';
import { makePeople, type Person } from './people.ts';
import { mulberry32 } from './random.ts';
import { subscriptionDealer } from './subscriptions.ts';

/** People written at a time: their charges, at most 25 each, stay below PostgreSQL's 65,535 parameters. */
const BATCH = 500;
/** Any number that nothing else in the database locks. */
const LOCK = 7_262_020;

type Options = {
  seed: number;
  now: Date;
  users?: number;
  /** A part of every address, so that a second fill uses other addresses. */
  mark?: string;
  /** Nothing is written where there are users already. Of several servers that start together, one fills. */
  onlyIfEmpty?: boolean;
  /** Told how many people are written so far. */
  onProgress?: (written: number) => void;
};

/**
 * Fills a migrated database with people, subscriptions and charges up to `now`, and with recipes and failed payments
 * where there are none, all or nothing. The same seed, `now` and number of users (250) give an empty database the same
 * rows. Throws where these people exist already.
 */
export async function fillDemo(db: Kysely<Database>, options: Options): Promise<void> {
  const { seed, now, users = 250, mark, onlyIfEmpty = false, onProgress } = options;
  const people = makePeople(mulberry32(seed), now, { count: users, mark });
  // Streams of their own, so that one part does not change what another one makes.
  const subscriptionsOf = subscriptionDealer(mulberry32(~seed), now);
  await db.transaction().execute(async (transaction) => {
    if (onlyIfEmpty) {
      await sql`select pg_advisory_xact_lock(${LOCK})`.execute(transaction);
      if (!(await isEmpty(transaction, 'users'))) return;
    }
    let written = 0;
    for (const batch of batches(people, BATCH)) {
      await write(transaction, batch, subscriptionsOf);
      written += batch.length;
      onProgress?.(written);
    }
    if (await isEmpty(transaction, 'recipes')) await addRecipes(transaction, now);
    if (await isEmpty(transaction, 'failed_payments')) {
      await addFailedPayments(transaction, mulberry32(seed ^ PAYMENTS), now);
    }
  });
}

/** Any number: sets the stream of the failed payments apart. */
const PAYMENTS = 0x5eed;

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

/** Inserts people with their subscriptions and charges. The ids come back in the order of the rows. */
async function write(
  transaction: Transaction<Database>,
  people: readonly Person[],
  subscriptionsOf: ReturnType<typeof subscriptionDealer>,
): Promise<void> {
  const users = await transaction.insertInto('users').values(people).returning('id').execute();
  const leaving = people.flatMap(({ status, updated_at }, index) =>
    status === 'deleted' ? [confirmedDeletion(idAt(users, index), updated_at)] : [],
  );
  if (leaving.length > 0) await transaction.insertInto('account_deletions').values(leaving).execute();
  const subscriptions = people.flatMap((person, index) =>
    subscriptionsOf(person).map((subscription) => ({ ...subscription, user_id: idAt(users, index) })),
  );
  if (subscriptions.length === 0) return;
  const stored = await transaction
    .insertInto('subscriptions')
    .values(subscriptions.map(({ charges: _, ...row }) => row))
    .returning('id')
    .execute();
  const charges = subscriptions.flatMap((subscription, index) =>
    subscription.charges.map((charge) => ({ ...charge, subscription_id: idAt(stored, index) })),
  );
  if (charges.length > 0) await transaction.insertInto('charges').values(charges).execute();
}

function confirmedDeletion(user_id: number, at: Date) {
  return { user_id, reason: null, requested_at: at, confirmed_at: at, erased_at: null };
}

function idAt(rows: readonly { id: number }[], index: number): number {
  const row = rows[index];
  if (!row) throw new Error(`The database returned ${rows.length} ids, but row ${index} needs one.`);
  return row.id;
}
