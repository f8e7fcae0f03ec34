import { sql } from 'kysely';
import {
  MAX_EXTENSIONS_A_YEAR,
  type StoreAct,
  type StoreActKind,
  type StoreActs,
} from '#contract/purchases/acts.ts';
import { administratorName } from '../audit/read.ts';
import { type Actor, writeAuditEntry } from '../audit/write.ts';
import type { Platform } from '../db/payment-tables.ts';
import type { Db } from '../db/schema.ts';
import { Problem } from '../http/problem.ts';
import { type AskServices, describeFault } from './ask-purchase.ts';
import { storeName } from './outcome.ts';
import { scheduleCheck } from './schedule-check.ts';
import type { StoreActRequest, StoreActResult } from './store.ts';

const DAY_MS = 86_400_000;
const YEAR_MS = 365 * DAY_MS;
/** Shorter than the 30 s that the console waits for a call. */
const STORE_TIMEOUT_MS = 20_000;
/** An act that has no result after this time was lost with its server. */
const RUNNING_MS = 60_000;
const MAX_LISTED_ACTS = 20;
const MAX_LISTED_ORDERS = 24;

/** null: no store knows the subscription. Throws 404. */
async function readPurchase(db: Db, subscriptionId: number) {
  const found = await db
    .selectFrom('subscriptions')
    .leftJoin('purchases', 'purchases.subscription_id', 'subscriptions.id')
    .where('subscriptions.id', '=', subscriptionId)
    .orderBy('purchases.id', 'desc')
    .limit(1)
    .select([
      'subscriptions.user_id',
      'subscriptions.status',
      'subscriptions.end_date',
      'purchases.id',
      'purchases.platform',
      'purchases.key',
      'purchases.environment',
      'purchases.product_id',
      'purchases.account_token',
      'purchases.state',
      'purchases.access_until',
      'purchases.known_order',
    ])
    .executeTakeFirst();
  if (!found) throw new Problem(404, 'Subscription not found.');
  const { id, platform, key, environment } = found;
  if (id === null || platform === null || key === null || environment === null) return null;
  return { ...found, id, platform, key, environment };
}
type Purchase = NonNullable<Awaited<ReturnType<typeof readPurchase>>>;

/** What can be done at the store for a subscription, and what was done. Throws 404. */
export async function readStoreActs(db: Db, subscriptionId: number, now: Date): Promise<StoreActs> {
  const purchase = await readPurchase(db, subscriptionId);
  if (!purchase) {
    return {
      ...{ store: null, possible: [], because: [], paidUntil: null, extensionsLeft: null },
      ...{ orders: [], done: [] },
    };
  }
  const { extensionsLeft, orders, rules } = await readRules(db, { subscriptionId, purchase }, now);
  const kinds = Object.keys(rules) as StoreActKind[];
  return {
    store: purchase.platform,
    possible: kinds.filter((kind) => rules[kind]?.isPossible),
    because: kinds.flatMap((kind) => (rules[kind]?.isPossible ? [] : (rules[kind]?.because ?? []))),
    paidUntil: purchase.access_until?.toISOString() ?? null,
    extensionsLeft,
    orders,
    done: await readDone(db, purchase, now),
  };
}

/** The acts that a store has, and why each is not possible now. */
type Rules = Partial<Record<StoreActKind, { isPossible: boolean; because: string }>>;

/** Apple: SubscriptionExtensionIneligibleError. Google: subscriptionsv2.defer, cancel, revoke, and orders.refund. */
async function readRules(
  db: Db,
  { subscriptionId, purchase }: { subscriptionId: number; purchase: Purchase },
  now: Date,
): Promise<{ extensionsLeft: number | null; orders: StoreActs['orders']; rules: Rules }> {
  const { platform, state, status, access_until: until } = purchase;
  const isPaid = state === 'active' && status !== 'trialing';
  if (platform === 'ios') {
    const extensionsLeft = await countExtensionsLeft(db, purchase.id, now);
    const because = isPaid
      ? `Apple has extended it ${MAX_EXTENSIONS_A_YEAR} times in 365 days, which is all that it allows.`
      : 'Apple extends only a subscription that is active and paid.';
    return {
      extensionsLeft,
      orders: [],
      rules: { extend: { isPossible: isPaid && extensionsLeft > 0, because } },
    };
  }
  const orders = await readOrders(db, subscriptionId, now);
  const renews = ['active', 'in_grace_period', 'on_hold', 'paused'].includes(state ?? '');
  const rules: Rules = {
    defer: {
      isPossible: isPaid,
      because: 'Google moves the renewal only of a subscription that is active and paid.',
    },
    cancel: { isPossible: renews, because: 'It doesn’t renew, so there’s no renewal to cancel.' },
    revoke: { isPossible: until !== null && until > now, because: 'Its access has ended already.' },
    refund: {
      isPossible: orders.length > 0,
      because: 'It has no order of the last 365 days that could be refunded.',
    },
  };
  return { extensionsLeft: null, orders, rules };
}

/** An extension that may have been done counts, too. */
async function countExtensionsLeft(db: Db, purchaseId: number, now: Date): Promise<number> {
  const { count } = await db
    .selectFrom('store_acts')
    .where('purchase_id', '=', purchaseId)
    .where('kind', '=', 'extend')
    .where('started_at', '>', new Date(now.getTime() - YEAR_MS))
    .where(sql<boolean>`result is distinct from 'refused'`)
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Math.max(0, MAX_EXTENSIONS_A_YEAR - Number(count));
}

/** Google refunds an order of the last year. */
async function readOrders(db: Db, subscriptionId: number, now: Date): Promise<StoreActs['orders']> {
  const charges = await db
    .selectFrom('charges')
    .where('subscription_id', '=', subscriptionId)
    .where('refunded_at', 'is', null)
    .where('charged_at', '>', new Date(now.getTime() - YEAR_MS))
    .orderBy('charged_at', 'desc')
    .limit(MAX_LISTED_ORDERS)
    .select(['order_id', 'charged_at', 'amount_minor', 'currency'])
    .execute();
  return charges.map(({ order_id: order, charged_at, amount_minor: minor, currency }) => ({
    order,
    at: charged_at.toISOString(),
    amount: minor === null ? null : { minor, currency },
  }));
}

async function readDone(db: Db, { id, platform }: Purchase, now: Date): Promise<StoreActs['done']> {
  const rows = await db
    .selectFrom('store_acts')
    .where('purchase_id', '=', id)
    .where((where) =>
      where.or([
        where('finished_at', 'is not', null),
        where('started_at', '<', new Date(now.getTime() - RUNNING_MS)),
      ]),
    )
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_LISTED_ACTS)
    .select(['kind', 'started_at', 'result', 'message', 'reason'])
    .select(sql<string>`${administratorName('store_acts.administrator_id')}`.as('by'))
    .execute();
  return rows.map(({ kind, started_at, result, message, reason, by }) => ({
    ...{ kind, by, reason, at: started_at.toISOString(), result: result ?? 'unknown' },
    text: message ?? toLostText(platform),
  }));
}

const toLostText = (platform: Platform) =>
  `The server stopped before ${storeName(platform)} answered. It may have been done.`;

type Asked = { subscriptionId: number; act: StoreAct; actor: Actor & { kind: 'administrator' } };

/**
 * Asks the store now, outside of any transaction, and records before and after. Returns what was done, as a sentence. Throws
 * 404; 409 if it is not possible, another act runs, or the store refuses; 503 if the store may have done it.
 */
export async function doStoreAct(
  { db, stores, clock, log }: AskServices,
  { subscriptionId, act, actor }: Asked,
): Promise<string> {
  const { id, requestId, purchase } = await start(db, { subscriptionId, act, actor }, clock());
  const { platform } = purchase;
  const store = storeName(platform);
  const request = toRequest(act, purchase, requestId);
  let result: StoreActResult;
  try {
    result = await stores[platform].act(request, AbortSignal.timeout(STORE_TIMEOUT_MS));
  } catch (error) {
    // Its message may quote an address with the purchase token.
    log.error({ platform, act: act.kind, failure: describeFault(error) }, 'an act at a store failed');
    result = { kind: 'not_now', because: 'the call failed', until: null };
  }
  // A store that asks us to wait has done nothing.
  const isUnknown = result.kind === 'not_now' && result.until === null;
  const text = toText(result, { store, act, isUnknown });
  const outcome = result.kind === 'done' ? 'done' : isUnknown ? 'unknown' : 'refused';
  await db.transaction().execute(async (transaction) => {
    await transaction
      .updateTable('store_acts')
      .set({ finished_at: clock(), result: outcome, message: text })
      .where('id', '=', id)
      .execute();
    const changes = [
      { field: 'store_act', from: null, to: act.kind },
      { field: 'store_act_details', from: null, to: describeAct(act) },
      { field: 'store_act_result', from: null, to: outcome },
      { field: 'reason', from: null, to: act.reason },
    ];
    const entry = { actor, action: 'store_act_done', userId: purchase.user_id, changes } as const;
    await writeAuditEntry(transaction, entry, clock());
    const { key, environment, product_id: productId, account_token: accountToken } = purchase;
    const orders = [act.kind === 'refund' ? act.order : purchase.known_order].filter(
      (order) => order !== null,
    );
    await scheduleCheck(
      transaction,
      { platform, key, environment, productId, accountToken, orders },
      clock(),
    );
  });
  if (outcome === 'done') return text;
  throw new Problem(outcome === 'unknown' ? 503 : 409, text);
}

/** Records that it begins. One act at a time: the purchase is locked. */
async function start(db: Db, { subscriptionId, act, actor }: Asked, now: Date) {
  return db.transaction().execute(async (transaction) => {
    const found = await readPurchase(transaction, subscriptionId);
    if (!found) throw new Problem(409, 'No store knows this subscription.');
    await transaction.selectFrom('purchases').where('id', '=', found.id).select('id').forUpdate().execute();
    const running = await transaction
      .selectFrom('store_acts')
      .where('purchase_id', '=', found.id)
      .where('finished_at', 'is', null)
      .where('started_at', '>', new Date(now.getTime() - RUNNING_MS))
      .select('id')
      .executeTakeFirst();
    if (running)
      throw new Problem(
        409,
        'The store is doing something else for this subscription. Try again in a minute.',
      );
    const { rules, orders } = await readRules(transaction, { subscriptionId, purchase: found }, now);
    const rule = rules[act.kind];
    if (!rule) throw new Problem(409, `${storeName(found.platform)} has no such action.`);
    if (!rule.isPossible) throw new Problem(409, rule.because);
    if (act.kind === 'refund' && !orders.some(({ order }) => order === act.order))
      throw new Problem(409, 'This order can’t be refunded.');
    const { id, request_id: requestId } = await transaction
      .insertInto('store_acts')
      .values({
        ...{ purchase_id: found.id, kind: act.kind, reason: act.reason, administrator_id: actor.id },
        days: act.kind === 'extend' || act.kind === 'defer' ? act.days : null,
        refund: act.kind === 'revoke' ? act.refund : null,
        order_id: act.kind === 'refund' ? act.order : null,
        started_at: now,
      })
      .returning(['id', 'request_id'])
      .executeTakeFirstOrThrow();
    return { id, requestId, purchase: found };
  });
}

function toRequest(act: StoreAct, { key, environment }: Purchase, requestId: string): StoreActRequest {
  switch (act.kind) {
    case 'extend':
      return { kind: 'extend', key, environment, days: act.days, cause: act.cause, requestId };
    case 'defer':
      return { kind: 'defer', key, days: act.days };
    case 'cancel':
      return { kind: 'cancel', key };
    case 'revoke':
      return { kind: 'revoke', key, refund: act.refund };
    case 'refund':
      return { kind: 'refund', key, order: act.order };
  }
}

function describeAct(act: StoreAct): string {
  switch (act.kind) {
    case 'extend':
    case 'defer':
      return act.days === 1 ? '1 day' : `${act.days} days`;
    case 'cancel':
      return 'no renewal';
    case 'revoke':
      return act.refund === 'full' ? 'all of the last payment' : 'the part that isn’t used';
    case 'refund':
      return act.order;
  }
}

const doneTexts: Readonly<Record<StoreActKind, (details: string) => string>> = {
  extend: (days) => `extended the subscription by ${days}`,
  defer: (days) => `moved the next renewal by ${days}`,
  cancel: () => 'canceled the renewal',
  revoke: (refund) => `ended the subscription and gives back ${refund}`,
  refund: (order) => `refunds the order ${order}`,
};

function toText(
  result: StoreActResult,
  { store, act, isUnknown }: { store: string; act: StoreAct; isUnknown: boolean },
): string {
  if (result.kind === 'done') return `${store} ${doneTexts[act.kind](describeAct(act))}.`;
  if (isUnknown) {
    return `${store} didn’t confirm it: ${result.because}. It may have been done. Look at the subscription before you try again.`;
  }
  return `${store} refused: ${result.because}. Nothing was done.`;
}
