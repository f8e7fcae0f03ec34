import { sql } from 'kysely';
import type pg from 'pg';
import { copyRows } from '../../db/copy.ts';
import type { Platform, SubscriptionEnd, SubscriptionStatus } from '../../db/payment-tables.ts';
import type { Db } from '../../db/schema.ts';
import { formatDay, storeName } from '../../purchases/outcome.ts';
import { createSandboxToken, type SandboxState } from '../../purchases/sandbox/token.ts';
import { addDays, addMonths } from '../calendar.ts';
import { type Random, randomInteger } from '../random.ts';
import { GRACE_DAYS, getPriceCents } from './subscriptions.ts';

/** Failed payments of each store per person, if there are enough subscriptions. */
const SHARE_PER_STORE = 20 / 250;
const BATCH_SIZE = 5_000;
/** Days for which a store retries after the grace period. */
const HOLD_DAYS = 60;

type Failing = {
  id: number;
  user_id: number;
  platform: Platform;
  product_id: string;
  status: SubscriptionStatus;
  end_date: Date;
};

/** The answers of the stores, by our status of the subscription. The order matters: some stores have few of a kind. */
const runningAnswers: readonly SandboxState[] = ['in_grace_period', 'active', 'active-slow', 'unreachable'];
const waitingAnswers = {
  ios: ['in_billing_retry', 'active', 'unreachable'],
  android: ['on_hold', 'active', 'paused', 'unreachable'],
} as const satisfies Record<Platform, readonly SandboxState[]>;
const endedAnswers: readonly SandboxState[] = [
  'active',
  'expired-billing_error',
  'revoked',
  'active-canceled',
  'expired-canceled',
  'unknown',
  'active',
  'expired-price_increase',
  'unreachable',
];

type Writing = {
  client: pg.ClientBase;
  /** It uses the same connection, in a transaction. */
  db: Db;
  random: Random;
  now: Date;
};

/** The people have at most so many. */
export function countFailedPayments(people: number): number {
  return 2 * Math.round(people * SHARE_PER_STORE);
}

/** Invents them for subscriptions after `newestBefore`, with every answer of a store. Yields each batch's number. */
export async function* writeFailedPayments(
  { client, db, random, now }: Writing,
  { count, newestBefore }: { count: number; newestBefore: number },
): AsyncGenerator<number> {
  const toRow = createRowMaker(random, now);
  // Without statistics of the new rows PostgreSQL would plan as if there were few.
  await sql`analyze users, subscriptions`.execute(db);
  // A cursor, because a million people have 160,000 of them.
  await declareFailing(db, { perStore: Math.round(count / 2), newestBefore });
  for (;;) {
    const { rows } = await sql<Failing>`fetch ${sql.lit(BATCH_SIZE)} from failing`.execute(db);
    if (rows.length === 0) break;
    const payments = rows.map(toRow);
    await copyPurchases(
      client,
      payments.map((payment) => ({ ...payment, known_order: null })),
    );
    yield await copyRows(client, 'failed_payments', payments);
  }
  await sql`close failing`.execute(db);
  await writeEnds(db, newestBefore);
}

/** One in so many subscriptions that ended without the customer's will. */
const LOST_SHARE = 6;

/** Invents payments of earlier months that the stores gave up. Returns their number. */
export async function writeLostPayments(
  { client, db, random, now }: Writing,
  newestBefore: number,
): Promise<number> {
  const { rows } = await sql<Failing>`
    select subscriptions.id, user_id, platform, product_id, subscriptions.status, end_date
    from subscriptions join users on users.id = user_id
    where subscriptions.id > ${newestBefore} and subscriptions.status = 'expired' and end_cause = 'billing'
      and end_date between ${addMonths(now, -15)} and ${addDays(now, -HOLD_DAYS)} and users.status <> 'deleted'
      and subscriptions.id % ${LOST_SHARE} = 0
      and not exists (select from failed_payments where subscription_id = subscriptions.id)
    order by subscriptions.id`.execute(db);
  const toRow = createRowMaker(random, now, { lost: 'expired-billing_error' });
  const payments = rows.map(toRow);
  await copyPurchases(
    client,
    payments.map((payment) => ({ ...payment, known_order: null })),
  );
  return await copyRows(client, 'failed_payments', payments);
}

type PaymentOfPurchase = {
  user_id: number;
  subscription_id: number;
  platform: Platform;
  product_id: string;
  purchase_token: string;
  /** The newest paid order; null if nothing was paid since the failure. */
  known_order: string | null;
};

/** Stores the purchases that failed payments belong to, before the payments. */
export async function copyPurchases(
  client: pg.ClientBase,
  payments: readonly PaymentOfPurchase[],
): Promise<void> {
  const purchases = payments.map(
    ({ purchase_token: key, user_id, subscription_id, platform, product_id, known_order }) => ({
      platform,
      key,
      product_id,
      user_id,
      subscription_id,
      known_order,
    }),
  );
  await copyRows(client, 'purchases', purchases);
}

/** The rows differ by the order of the calls. */
function createRowMaker(random: Random, now: Date, { lost }: { lost?: SandboxState } = {}) {
  const decks = {
    ios: createAnswerDecks('ios'),
    android: createAnswerDecks('android'),
  };
  return ({ id, user_id, platform, product_id, status, end_date }: Failing) => {
    const stage = status === 'in_grace_period' ? 'running' : status === 'expired' ? 'ended' : 'waiting';
    const state = lost ?? decks[platform][stage]();
    const due = stage === 'running' ? addDays(end_date, -GRACE_DAYS) : end_date;
    const failedAt = new Date(
      Math.min(addDays(due, randomInteger(random, 1, 60) / 1_440).getTime(), now.getTime()),
    );
    const suffix = `${id}-${randomInteger(random, 100_000, 999_999)}`;
    return {
      user_id,
      subscription_id: id,
      product_id,
      platform,
      purchase_token: createSandboxToken(state, pickStateDate(state, due, now), suffix),
      amount_cents: getPriceCents(product_id),
      amount_minor: getPriceCents(product_id),
      error_message: `${storeName(platform)} couldn’t collect the renewal due on ${formatDay(due)}.`,
      created_at: failedAt,
      // What has ended was on hold before.
      stage: stage === 'running' ? 'grace_period' : platform === 'ios' ? 'billing_retry' : 'on_hold',
      ...toTold({ stage, platform }, due, now),
      ...toEnd(state, due, now),
    };
  };
}

/** What the store said when the renewal failed; nothing anymore of what has ended. */
function toTold(
  { stage, platform }: { stage: 'running' | 'waiting' | 'ended'; platform: Platform },
  due: Date,
  now: Date,
) {
  const graceEnd = addDays(due, GRACE_DAYS);
  if (stage === 'running') {
    const certainty = platform === 'ios' ? 'said' : 'at_least';
    return { deadline_at: graceEnd, deadline_certainty: certainty, access_until: graceEnd };
  }
  const holdEnd = addDays(due, HOLD_DAYS);
  const isTried = stage === 'waiting' && holdEnd > now;
  return {
    deadline_at: isTried ? holdEnd : null,
    deadline_certainty: isTried ? 'computed' : null,
    access_until: null,
  };
}

/** The end that the store reported; without one the payment is open for us. */
function toEnd(state: SandboxState, due: Date, now: Date) {
  const [cause, days] = ends[state] ?? [null, 0];
  const endedAt = addDays(due, days);
  const isOver = cause !== null && endedAt <= now;
  return { ended_at: isOver ? endedAt : null, end_cause: isOver ? cause : null };
}

/** Each end has the days after which it came. */
const ends: Partial<Record<SandboxState, readonly [SubscriptionEnd, number]>> = {
  'expired-billing_error': ['billing', HOLD_DAYS],
  'expired-canceled': ['customer', 12],
  'expired-price_increase': ['price_increase', 0],
  revoked: ['refunded', 5],
};

/** The cause of an end is that of the payment; the one of an open payment is not known yet. */
async function writeEnds(db: Db, newestBefore: number): Promise<void> {
  await sql`
    update subscriptions set end_cause = failed_payments.end_cause from failed_payments
    where subscription_id = subscriptions.id and subscriptions.id > ${newestBefore} and recovered_at is null
      and subscriptions.status = 'expired'`.execute(db);
}

function createAnswerDecks(platform: Platform) {
  return {
    running: createRoundRobin(runningAnswers),
    waiting: createRoundRobin(waitingAnswers[platform]),
    // The store may still retry a subscription that has expired for us.
    ended: createRoundRobin([...endedAnswers, waitingAnswers[platform][0]]),
  };
}

function createRoundRobin<Card>(cards: readonly Card[]): () => Card {
  let dealt = 0;
  return () => {
    const card = cards[dealt % cards.length];
    dealt += 1;
    if (card === undefined) throw new Error('There is nothing to deal.');
    return card;
  };
}

/** Each store has its current failures first, then the latest expired ones without a later subscription. */
async function declareFailing(
  db: Db,
  { perStore, newestBefore }: { perStore: number; newestBefore: number },
): Promise<void> {
  await sql`
    declare failing cursor for
    with failing as (
      select subscriptions.*, row_number() over (
        partition by platform order by subscriptions.status = 'expired', end_date desc, subscriptions.id
      ) as place
      from subscriptions join users on users.id = user_id
      where subscriptions.id > ${sql.lit(newestBefore)}
        and subscriptions.status in ('in_grace_period', 'on_hold', 'expired') and users.status <> 'deleted'
        and not exists (
          select from subscriptions as later
          where later.user_id = subscriptions.user_id and later.start_date > subscriptions.start_date
        )
    )
    select id, user_id, platform, product_id, status, end_date
    from failing where place <= ${sql.lit(perStore)} order by id`.execute(db);
}

/** The date that the answer of the store contains. */
function pickStateDate(state: SandboxState, due: Date, now: Date): Date {
  if (state === 'in_grace_period') return addDays(due, GRACE_DAYS);
  if (state === 'in_billing_retry' || state === 'on_hold') {
    const end = addDays(due, HOLD_DAYS);
    return end > now ? end : addMonths(now, 1);
  }
  if (state === 'paused') return addMonths(now, 1);
  if (state.startsWith('active')) return addMonths(due > addMonths(now, -1) ? due : now, 1);
  return due;
}
