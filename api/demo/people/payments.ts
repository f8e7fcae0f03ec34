import { sql, type Transaction } from 'kysely';
import type { Database, Platform, SubscriptionStatus } from '../../db/schema.ts';
import { createSandboxToken, type SandboxState } from '../../payments/sandbox.ts';
import { addDays, addMonths } from '../calendar.ts';
import { createDeck, type Random, randomInteger } from '../random.ts';
import { GRACE_DAYS } from './subscriptions.ts';

/** Failed payments per store, if there are enough subscriptions. */
const PAYMENTS_PER_STORE = 20;
/** Days for which a store retries after the grace period. */
const HOLD_DAYS = 60;

type Failing = {
  id: number;
  platform: Platform;
  product_id: string;
  status: SubscriptionStatus;
  end_date: Date;
  amount_cents: number;
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

const ERROR_MESSAGES = {
  ios: [
    'The payment method was declined.',
    'There is not enough money on the account.',
    'The card has expired.',
  ],
  android: ['Payment declined by the bank.', 'Insufficient funds.', 'The card has expired.', 'Card blocked.'],
} as const;

/** With every answer that a store can give. */
export async function insertFailedPayments(
  transaction: Transaction<Database>,
  random: Random,
  now: Date,
): Promise<void> {
  const failing = await findFailing(transaction);
  const decks = {
    ios: createAnswerDecks(random, 'ios'),
    android: createAnswerDecks(random, 'android'),
  };
  const rows = failing.map(({ id, platform, product_id, status, end_date, amount_cents }, index) => {
    const stage = status === 'in_grace_period' ? 'running' : status === 'expired' ? 'ended' : 'waiting';
    const state = decks[platform][stage]();
    const due = stage === 'running' ? addDays(end_date, -GRACE_DAYS) : end_date;
    const failedAt = new Date(
      Math.min(addDays(due, randomInteger(random, 1, 60) / 1_440).getTime(), now.getTime()),
    );
    const suffix = `${index + 1}-${randomInteger(random, 100_000, 999_999)}`;
    return {
      subscription_id: id,
      product_id,
      platform,
      purchase_token: createSandboxToken(state, pickStateDate(state, due, now), suffix),
      amount_cents,
      error_message: decks[platform].reason(),
      created_at: failedAt,
      check_id: null,
      checking_since: null,
      recovered_at: null,
      recovered_by: null,
    };
  });
  if (rows.length > 0) await transaction.insertInto('failed_payments').values(rows).execute();
}

function createAnswerDecks(random: Random, platform: Platform) {
  return {
    running: createRoundRobin(runningAnswers),
    waiting: createRoundRobin(waitingAnswers[platform]),
    // The store may still retry a subscription that has expired for us.
    ended: createRoundRobin([...endedAnswers, waitingAnswers[platform][0]]),
    reason: createDeck(random, ERROR_MESSAGES[platform]),
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

/** Per store: current failures first, then the latest expired ones without a later subscription. */
async function findFailing(transaction: Transaction<Database>): Promise<Failing[]> {
  const { rows } = await sql<Failing>`
    with prices as (
      select product_id, max(amount_cents) as amount_cents
      from charges join subscriptions on subscriptions.id = subscription_id group by product_id
    ), failing as (
      select subscriptions.*, row_number() over (
        partition by platform order by subscriptions.status = 'expired', end_date desc, subscriptions.id
      ) as place
      from subscriptions join users on users.id = user_id
      where subscriptions.status in ('in_grace_period', 'on_hold', 'expired') and users.status <> 'deleted'
        and not exists (
          select from subscriptions as later
          where later.user_id = subscriptions.user_id and later.start_date > subscriptions.start_date
        )
    )
    select id, platform, product_id, status, end_date, amount_cents
    from failing join prices using (product_id) where place <= ${PAYMENTS_PER_STORE} order by id`.execute(
    transaction,
  );
  return rows;
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
