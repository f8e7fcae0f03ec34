import { sql } from 'kysely';
import type pg from 'pg';
import { copyRows, takeIds } from '../../db/copy.ts';
import type { Platform } from '../../db/payment-tables.ts';
import type { Db } from '../../db/schema.ts';
import { formatDay, storeName } from '../../purchases/outcome.ts';
import { settlingOrder } from '../../purchases/sandbox/answer.ts';
import { createSandboxToken } from '../../purchases/sandbox/token.ts';
import { addDays, addMonths } from '../calendar.ts';
import { createWeightedDeck, type Random, randomInteger } from '../random.ts';
import { copyPurchases } from './payments.ts';
import { GRACE_DAYS } from './subscriptions.ts';

/** One in so many renewals of the last months was paid late. */
const LATE_RENEWALS = 30;
const MONTHS = 15;
/** Measured: each person has so many payments. */
const SHARE = 0.093;
const BATCH_SIZE = 5_000;
/** How many of ten recovered payments were paid after so many days. */
const DAYS = { '0': 2, '1': 2, '2': 1, '3': 1, '5': 1, '9': 1, '14': 1, '23': 1 } as const;
/** A reminder goes out some days after the failure. */
const REMINDER_DAYS = 3;

type Renewal = {
  id: number;
  user_id: number;
  subscription_id: number;
  charged_at: Date;
  amount_cents: number;
  product_id: string;
  platform: Platform;
};

/** About so many belong to the people. */
export function estimateRecoveredPayments(people: number): number {
  return Math.round(people * SHARE);
}

/**
 * Renewals that failed and were paid some days later: the charge moves by these days. Of subscriptions after
 * `newestBefore`. Yields the number of each batch.
 */
export async function* writeRecoveredPayments(
  { client, db, random, now }: { client: pg.ClientBase; db: Db; random: Random; now: Date },
  newestBefore: number,
): AsyncGenerator<number> {
  const days = createWeightedDeck(random, DAYS);
  await declareRenewals(db, newestBefore, now);
  for (;;) {
    const { rows } = await sql<Renewal>`fetch ${sql.lit(BATCH_SIZE)} from renewals`.execute(db);
    if (rows.length === 0) break;
    const ids = await takeIds(client, 'failed_payments', rows.length);
    const payments = rows.map((row, place) =>
      toPayment(row, { id: ids[place] ?? 0, days: Number(days()), random }),
    );
    await copyPurchases(
      client,
      payments.map((payment) => ({ ...payment, known_order: settlingOrder(payment.purchase_token) })),
    );
    const count = await copyRows(client, 'failed_payments', payments);
    await moveCharges(
      db,
      rows.map(({ id }, place) => ({ id, payment: payments[place] })),
    );
    yield count;
  }
  await sql`close renewals`.execute(db);
}

function toPayment(
  { user_id, subscription_id, product_id, platform, charged_at, amount_cents }: Renewal,
  { id, days, random }: { id: number; days: number; random: Random },
) {
  const store = storeName(platform);
  const recoveredAt = addDays(charged_at, days);
  const isInGrace = days < GRACE_DAYS;
  const isReminded = days > REMINDER_DAYS && random() < 0.7;
  const expires = addMonths(recoveredAt, 1);
  const purchase_token = createSandboxToken('active', expires, `${id}-${randomInteger(random, 1, 9_999)}`);
  return {
    id,
    user_id,
    subscription_id,
    product_id,
    platform,
    amount_cents,
    amount_minor: amount_cents,
    purchase_token,
    error_message: `${store} couldn’t collect the renewal due on ${formatDay(charged_at)}.`,
    created_at: charged_at,
    stage: isInGrace ? 'grace_period' : platform === 'ios' ? 'billing_retry' : 'on_hold',
    reminded_at: isReminded ? addDays(charged_at, REMINDER_DAYS) : null,
    recovered_at: recoveredAt,
    recovered_alone: true,
    last_outcome: 'recovered',
    last_message: `${store} has received the payment. Access is restored.`,
    last_checked_at: recoveredAt,
  };
}

/** Renewals that leave time for the latest recovery, before now and before the next one. */
async function declareRenewals(db: Db, newestBefore: number, now: Date): Promise<void> {
  await sql`
    declare renewals cursor for
    select charges.id, user_id, subscription_id, charged_at, amount_cents, product_id, subscriptions.platform
    from charges join subscriptions on subscriptions.id = subscription_id join users on users.id = user_id
    where subscriptions.id > ${sql.lit(newestBefore)} and charges.id % ${sql.lit(LATE_RENEWALS)} = 0
      and charged_at between ${sql.lit(addMonths(now, -MONTHS))} and ${sql.lit(addDays(now, -25))}
      and users.status <> 'deleted' and exists (
        select from charges as earlier
        where earlier.subscription_id = charges.subscription_id and earlier.charged_at < charges.charged_at
      )
    order by charges.id`.execute(db);
}

type MovingPayment = { id: number; recovered_at: Date; purchase_token: string };

/** The charge of the late renewal becomes the order that the sandbox tells of. */
async function moveCharges(
  db: Db,
  moved: readonly { id: number; payment: MovingPayment | undefined }[],
): Promise<void> {
  const list = sql.join(
    moved.map(
      ({ id, payment }) =>
        sql`(${id}::integer, ${payment?.id}::integer, ${payment?.recovered_at}::timestamptz,
          ${payment && settlingOrder(payment.purchase_token)})`,
    ),
  );
  await sql`
    update charges set payment_id = moved.payment_id, charged_at = moved.charged_at, order_id = moved.order_id
    from (values ${list}) as moved (id, payment_id, charged_at, order_id) where charges.id = moved.id`.execute(
    db,
  );
}
