import { sql } from 'kysely';
import { withConnection } from '../db/open.ts';
import { liftTimeLimit } from '../db/role-settings.ts';
import type { Db } from '../db/schema.ts';
import { countFailedPayments, writeFailedPayments, writeLostPayments } from './people/payments.ts';
import { makePeople } from './people/people.ts';
import { estimateRecoveredPayments, writeRecoveredPayments } from './people/recovered-payments.ts';
import { createSubscriptionDealer } from './people/subscriptions.ts';
import type { Progress } from './progress.ts';
import { mulberry32 } from './random.ts';
import { writePeople } from './write-people.ts';
import { countRecipes, writeRecipes } from './write-recipes.ts';

/** Arbitrary; no other advisory lock uses it. */
const DEMO_FILL_LOCK = 7_262_020;

/** Separate random streams: a change in one part does not change the others. */
const createStreams = (seed: number) => ({
  people: mulberry32(seed),
  subscriptions: mulberry32(~seed),
  payments: mulberry32(seed ^ 0x5eed),
  recipes: mulberry32(seed ^ 0xf00d),
  recoveries: mulberry32(seed ^ 0xca5e),
});

/** A demo has as many, with its administrators: their search index may be built again. */
const MAX_FEW_USERS = 1_000;
const MIN_MANY_USERS = 20_000;

/** Failed payments per person: of the monthly renewals about one in thirty. */
const REAL_FAILURES = 0.0098;
/** They fill the first page of the list of users. */
const FAMILIAR_NAMES = 12;

type Options = {
  seed: number;
  now: Date;
  users?: number;
  /** One for ten people by default; at least the catalogue if there are none. */
  recipes?: number | undefined;
  /** As many payments fail as in a real app, and the newest names are familiar. Otherwise even few people have every case. */
  isRealistic?: boolean;
  /** Part of every email address, so that a second fill uses other addresses. */
  emailSuffix?: string;
  /** Writes nothing if there are users. Of several servers that start together, one fills. */
  onlyIfEmpty?: boolean;
  onProgress?: (progress: Progress) => void;
};

/** How many rows were written. */
export type Filled = {
  users: number;
  account_deletions: number;
  subscriptions: number;
  charges: number;
  failed_payments: number;
  recipes: number;
};

/**
 * Writes all or nothing. The same seed, `now` and numbers fill an empty database with the same rows. Existing rows
 * stay as they are. Throws if these people exist.
 */
export async function fillDemo(db: Db, options: Options): Promise<Filled> {
  const { seed, now, users = 250, emailSuffix, onlyIfEmpty = false, onProgress = () => undefined } = options;
  const { isRealistic = false } = options;
  const failedPayments = isRealistic ? Math.round(users * REAL_FAILURES) : countFailedPayments(users);
  const streams = createStreams(seed);
  const filled = {
    users: 0,
    account_deletions: 0,
    subscriptions: 0,
    charges: 0,
    failed_payments: 0,
    recipes: 0,
  };
  const add = (rows: Partial<Filled>) => {
    for (const [table, count] of Object.entries(rows)) filled[table as keyof Filled] += count;
  };
  await withConnection(db, async ({ client, db: connection }) => {
    await connection.transaction().execute(async (transaction) => {
      await liftTimeLimit(transaction);
      if (onlyIfEmpty) {
        await sql`select pg_advisory_xact_lock(${DEMO_FILL_LOCK})`.execute(transaction);
        if ((await findNewestId(transaction, 'users')) > 0) return;
      }
      const newestBefore = await findNewestId(transaction, 'subscriptions');
      const people = makePeople(streams.people, now, {
        count: users,
        emailSuffix,
        familiarNames: isRealistic ? FAMILIAR_NAMES : 0,
      });
      const subscriptionsOf = createSubscriptionDealer(streams.subscriptions, now, { isRealistic });
      const writeAllPeople = async () => {
        for await (const rows of writePeople(client, people, { count: users, subscriptionsOf })) {
          add(rows);
          onProgress({ stage: 'people', done: filled.users, total: users });
        }
      };
      // The table is locked until the end, which a database in use could not bear.
      const isFirst = (await findNewestId(transaction, 'users')) <= MAX_FEW_USERS;
      if (isFirst && users >= MIN_MANY_USERS) {
        await withoutSearchIndex(transaction, writeAllPeople, (done) =>
          onProgress({ stage: 'index', done, total: 1 }),
        );
      } else await writeAllPeople();
      const writing = { client, db: transaction, now };
      const recipes = options.recipes ?? countRecipes(users);
      for await (const count of writeRecipes({ ...writing, random: streams.recipes }, recipes)) {
        add({ recipes: count });
        onProgress({ stage: 'recipes', done: filled.recipes, total: Math.max(recipes, filled.recipes) });
      }
      const failing = { count: failedPayments, newestBefore };
      for await (const count of writeFailedPayments({ ...writing, random: streams.payments }, failing)) {
        add({ failed_payments: count });
        onProgress({ stage: 'payments', done: filled.failed_payments, total: failedPayments });
      }
      if (isRealistic) {
        const lost = { ...writing, random: streams.payments };
        add({ failed_payments: await writeLostPayments(lost, newestBefore) });
      }
      const recoveries = writeRecoveredPayments({ ...writing, random: streams.recoveries }, newestBefore);
      const estimated = estimateRecoveredPayments(users);
      let recovered = 0;
      onProgress({ stage: 'recoveries', done: 0, total: estimated });
      for await (const count of recoveries) {
        add({ failed_payments: count });
        recovered += count;
        onProgress({ stage: 'recoveries', done: recovered, total: Math.max(estimated, recovered) });
      }
      onProgress({ stage: 'recoveries', done: recovered, total: recovered });
    });
  });
  return filled;
}

async function findNewestId(db: Db, table: 'users' | 'subscriptions'): Promise<number> {
  const found = await db.selectFrom(table).select('id').orderBy('id', 'desc').limit(1).executeTakeFirst();
  return found?.id ?? 0;
}

/**
 * Drops the search index of users for the time of `work`: it is several times quicker to build at once than row by row.
 * Inside a transaction, which locks the table until its end. `onBuild` hears 0 before the build and 1 after it.
 */
async function withoutSearchIndex(
  transaction: Db,
  work: () => Promise<void>,
  onBuild: (built: number) => void,
): Promise<void> {
  const { rows } = await sql<{ definition: string }>`
    select pg_get_indexdef('users_search'::regclass) as definition`.execute(transaction);
  await sql`drop index users_search`.execute(transaction);
  await work();
  onBuild(0);
  await sql`set local maintenance_work_mem = '256MB'`.execute(transaction);
  await sql.raw(rows[0]?.definition ?? '').execute(transaction);
  onBuild(1);
}
