import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { StartError } from '../config/start-error.ts';
import type { Platform } from '../db/payment-tables.ts';
import type { Db } from '../db/schema.ts';
import { findUserByEmail } from '../db/user-by-email.ts';
import { type AskServices, askStore, writeAnswer } from '../purchases/ask-purchase.ts';
import { setRate } from '../purchases/exchange-rates.ts';
import { minorDigits } from '../purchases/money.ts';
import { storeName } from '../purchases/outcome.ts';
import { receiveNotification } from '../purchases/receive-notification.ts';
import { type LifeStep, lifeSteps, playNotification } from '../purchases/sandbox/life.ts';
import {
  playRefundDecision,
  playRefundRequest,
  type RefundDecision,
  refundDecisions,
  refundReasons,
} from '../purchases/sandbox/refunds.ts';

/** Each command returns the text to print. Throws StartError. */

const PRODUCT = 'mealwright.monthly';

/** What one unit of a currency cost in dollars in a month (`YYYY-MM`); converts the charges of that month. */
export async function setExchangeRate(
  db: Db,
  { currency, month, dollars }: { currency: string; month: string; dollars: string },
  now: Date,
): Promise<string> {
  if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(month)) throw new StartError('The month must look like 2026-11.');
  if (!/^\d{1,3}(\.\d{1,12})?$/.test(dollars) || Number(dollars) === 0) {
    throw new StartError(
      'The rate must be a number above 0 and below 1000, such as 1.08. It’s the price of one unit in dollars.',
    );
  }
  if (currency === 'USD' || !isCurrency(currency)) {
    throw new StartError('The currency must be an ISO 4217 code other than USD, such as EUR.');
  }
  const charges = await setRate(db, { currency, month, dollars }, now);
  const count = charges === 1 ? '1 charge was' : `${charges} charges were`;
  return `1 ${currency} is ${dollars} USD in ${month}. ${count} converted.\n`;
}

function isCurrency(code: string): boolean {
  return Intl.supportedValuesOf('currency').includes(code) && minorDigits(code) >= 0;
}

/** How many purchases each store has in each state, and how many wait, are given up or have no known user. */
export async function describePurchases(db: Db): Promise<string> {
  const { rows } = await sql<{ platform: Platform; what: string; count: string }>`
    select platform, concat_ws(' ', nullif(environment, 'production'), coalesce(state, 'not asked yet')) as what, count(*)
      from purchases group by 1, 2
    union all select platform, 'without a known user', count(*) from purchases where user_id is null group by 1
    union all select platform, 'waiting for a question', count(*) from purchases
      where due_at is not null and given_up_at is null group by 1
    union all select platform, 'given up: ' || coalesce(last_error, 'no reason'), count(*) from purchases
      where given_up_at is not null group by 1, 2
    order by 1, 2`.execute(db);
  if (rows.length === 0) return 'There are no purchases.\n';
  return rows.map(({ platform, what, count }) => `${storeName(platform)}: ${count} ${what}\n`).join('');
}

type Play = { email: string; platform: Platform };

/** Plays the life of a new subscription in the sandbox, through the same door as a store's notifications. */
export async function playSubscription(services: AskServices, { email, platform }: Play): Promise<string> {
  const { db, clock } = services;
  const user = await findUserByEmail(db, email);
  if (!user || user.status === 'deleted')
    throw new StartError(`There’s no user with the email address ${email}.`);
  const { store_account_token: accountToken } = await db
    .selectFrom('users')
    .where('id', '=', user.id)
    .select('store_account_token')
    .executeTakeFirstOrThrow();
  const key = `played-${randomUUID()}`;
  const lines: string[] = [];
  for (const step of Object.keys(lifeSteps) as LifeStep[]) {
    const played = { platform, key, productId: PRODUCT, accountToken, step };
    const notification = await playNotification(db, played, clock());
    await receiveNotification(db, notification, clock());
    await askAbout(services, { platform, key });
    lines.push(`${notification.type}\n${await describe(db, { platform, key })}`);
  }
  return `A subscription for ${email}, as ${storeName(platform)} would report it. See it at /users/${user.id}.\n\n${lines.join('\n')}`;
}

type Refund = { email: string; platform: Platform; reason: string | undefined; decision: string | undefined };

/**
 * The sandbox asks about a refund or a chargeback of this user’s newest charge, or decides the request that it has made.
 * The answer goes through the queue of the running server.
 */
export async function playRefund(
  services: AskServices,
  { email, platform, reason, decision }: Refund,
): Promise<string> {
  const { db, clock } = services;
  const user = await findUserByEmail(db, email);
  if (!user) throw new StartError(`There’s no user with the email address ${email}.`);
  const about = await findRefundable(db, { userId: user.id, platform, isAsked: decision !== undefined });
  const store = storeName(platform);
  if (!about) {
    throw new StartError(
      decision === undefined
        ? `${email} has no charge at ${store}. Play a subscription first: npm run admin -- play ${email}`
        : `${store} has asked about no charge of ${email} yet.`,
    );
  }
  const now = clock();
  if (decision === undefined) {
    const known: readonly string[] = refundReasons[platform];
    const given = reason ?? known[0] ?? '';
    if (!known.includes(given)) throw new StartError(`The reason must be one of ${known.join(', ')}.`);
    const notification = playRefundRequest({ ...about, reason: given }, now);
    await receiveNotification(db, notification, now);
    return `${store} asks about the order ${about.order} (${notification.type}). See it at /payment-recovery/refunds.\n`;
  }
  const known = Object.keys(refundDecisions) as RefundDecision[];
  const decided = known.find((one) => one === decision);
  if (!decided) throw new StartError(`The decision must be one of ${known.join(', ')}.`);
  const notification = playRefundDecision({ ...about, decision: decided }, now);
  if (!notification) throw new StartError(`${store} only tells of refunds that it grants.`);
  await receiveNotification(db, notification, now);
  await askAbout(services, about);
  return `${store} has decided about the order ${about.order} (${notification.type}). See it at /payment-recovery/refunds?view=decided.\n`;
}

/** The newest charge whose purchase is known; for a decision the one that was asked about last. */
async function findRefundable(
  db: Db,
  { userId, platform, isAsked }: { userId: number; platform: Platform; isAsked: boolean },
) {
  const asked = sql<Date | null>`(select max(asked_at) from refund_requests
    where refund_requests.platform = charges.platform and refund_requests.order_id = charges.order_id)`;
  const charge = await db
    .selectFrom('charges')
    .innerJoin('subscriptions', 'subscriptions.id', 'charges.subscription_id')
    .innerJoin('purchases', 'purchases.subscription_id', 'subscriptions.id')
    .where('subscriptions.user_id', '=', userId)
    .where('charges.platform', '=', platform)
    .where(isAsked ? sql<boolean>`${asked} is not null` : sql<boolean>`refunded_at is null`)
    .orderBy(isAsked ? asked : sql`charged_at`, 'desc')
    .select(['purchases.key', 'purchases.product_id', 'charges.order_id'])
    .limit(1)
    .executeTakeFirst();
  return charge && { platform, key: charge.key, productId: charge.product_id, order: charge.order_id };
}

async function askAbout(services: AskServices, { platform, key }: { platform: Platform; key: string }) {
  const purchase = await services.db
    .selectFrom('purchases')
    .where('platform', '=', platform)
    .where('key', '=', key)
    .selectAll()
    .executeTakeFirstOrThrow();
  const asked = await askStore(services, purchase);
  await services.db.transaction().execute((transaction) => writeAnswer(transaction, asked, null));
}

/** What the product knows of the purchase now. */
async function describe(db: Db, { platform, key }: { platform: Platform; key: string }): Promise<string> {
  const { subscription_id: id, access_until: access } = await db
    .selectFrom('purchases')
    .where('platform', '=', platform)
    .where('key', '=', key)
    .select(['subscription_id', 'access_until'])
    .executeTakeFirstOrThrow();
  const subscription = await db
    .selectFrom('subscriptions')
    .where('id', '=', id)
    .select('status')
    .executeTakeFirst();
  const charges = await db
    .selectFrom('charges')
    .where('subscription_id', '=', id)
    .select(['amount_cents'])
    .execute();
  const payment = await db
    .selectFrom('failed_payments')
    .where('platform', '=', platform)
    .where('purchase_token', '=', key)
    .select(['state', 'last_message'])
    .executeTakeFirst();
  const cents = charges.reduce((sum, { amount_cents }) => sum + (amount_cents ?? 0), 0);
  return [
    `  subscription:   ${subscription?.status ?? 'none'}, ${access ? `access until ${access.toISOString().slice(0, 10)}` : 'no access'}`,
    `  charges:        ${charges.length}, $${(cents / 100).toFixed(2)} after refunds`,
    `  failed payment: ${payment ? `${payment.state}. ${payment.last_message ?? ''}` : 'none'}`,
    '',
  ].join('\n');
}
