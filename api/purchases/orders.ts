import { sql, type Transaction } from 'kysely';
import type { OrderFound, StoreReply } from '#contract/purchases/orders.ts';
import { isPurchaseKey } from '#contract/purchases.ts';
import { personName } from '../audit/read.ts';
import { type Actor, writeAuditEntry } from '../audit/write.ts';
import type { Platform } from '../db/payment-tables.ts';
import type { Database, Db } from '../db/schema.ts';
import { Problem } from '../http/problem.ts';
import type { AskServices } from './ask-purchase.ts';
import { isErased } from './erased-keys.ts';
import { storeName } from './outcome.ts';
import { scheduleCheck } from './schedule-check.ts';
import type { FoundOrder, Money, OrderAnswer } from './store.ts';

/** Shorter than the 30 s that the console waits for a call. */
const STORE_TIMEOUT_MS = 20_000;

type LookedUp = { found: OrderFound[]; stores: StoreReply[] };

/**
 * Our own charges first, then the stores, outside of any transaction. A purchase or an order that is not on record makes
 * its purchase due. The audit entry names the user, and not the number. Throws 422.
 */
export async function lookUp(
  services: AskServices,
  { text, actor }: { text: string; actor: Actor },
): Promise<LookedUp> {
  const { db, clock } = services;
  const number = readOrderNumber(text);
  const recorded = await findRecorded(db, number);
  const answers = recorded.length > 0 ? [] : await askStores(services, number);
  return db.transaction().execute(async (transaction) => {
    const answered = answers.find(({ answer }) => answer.kind === 'found' && answer.orders.length > 0);
    const found = answered ? await receiveOrders(transaction, answered, clock()) : recorded;
    const changes = [{ field: 'order', from: null, to: found.length > 0 ? 'found' : 'not found' }];
    const userId = found[0]?.user?.id ?? null;
    await writeAuditEntry(transaction, { actor, action: 'order_looked_up', userId, changes }, clock());
    return { found, stores: answers.map((asked) => toReply(services, asked)) };
  });
}

type Asked = { platform: Platform; answer: OrderAnswer };

/** Asks all stores at once, so that a slow store delays no other. */
function askStores({ stores, log }: AskServices, number: string): Promise<Asked[]> {
  const signal = AbortSignal.timeout(STORE_TIMEOUT_MS);
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  return Promise.all(
    storesOf(number).map(async (platform): Promise<Asked> => {
      try {
        const answer = await Promise.race([stores[platform].findOrder(number, signal), aborted]);
        return { platform, answer };
      } catch (error) {
        // Its message may quote an address with the number.
        const failure = error instanceof Error ? error.name : typeof error;
        log.warn({ failure, platform }, 'a store could not be asked for an order');
        const because = signal.aborted ? 'it didn’t answer in time' : 'the call failed';
        return { platform, answer: { kind: 'not_now', because, until: null } };
      }
    }),
  );
}

async function receiveOrders(
  transaction: Transaction<Database>,
  { platform, answer }: Asked,
  now: Date,
): Promise<OrderFound[]> {
  const orders = answer.kind === 'found' ? answer.orders : [];
  const found: OrderFound[] = [];
  for (const order of orders) found.push(await receiveOrder(transaction, { platform, order }, now));
  return found;
}

async function receiveOrder(
  transaction: Transaction<Database>,
  { platform, order }: { platform: Platform; order: FoundOrder },
  now: Date,
): Promise<OrderFound> {
  const { key, environment, accountToken, productId, id, price, refund } = order;
  const named = { platform, key, accountToken };
  if (!isPurchaseKey(key) || (await isErased(transaction, named))) return toErased(platform, id);
  const known = await findPurchase(transaction, platform, key);
  const isRecorded = (await findRecorded(transaction, id)).some(({ amount }) => amount !== null);
  const purchaseId =
    known && isRecorded
      ? known.id
      : await scheduleCheck(transaction, { ...named, environment, productId, orders: [] }, now);
  const described = await describePurchase(transaction, { id: purchaseId });
  const toMoney = (minor: number) => price && { minor, currency: price.currency };
  return {
    ...described,
    purchase: described.purchase && { ...described.purchase, isNew: !known },
    store: platform,
    order: id,
    product: productId,
    paidAt: order.paidAt.toISOString(),
    paidUntil: order.paidUntil?.toISOString() ?? null,
    amount: price satisfies Money | null,
    refund: refund && { at: refund.at.toISOString(), amount: toMoney(refund.minor) },
    orderState: order.rawState,
    isTest: environment === 'sandbox' || described.isTest,
  };
}

/** Tells nothing about an erased account. */
function toErased(store: Platform, order: string): OrderFound {
  const nothing = { product: null, paidAt: null, paidUntil: null, amount: null, refund: null } as const;
  return { ...nothing, store, order, orderState: null, isTest: false, purchase: null, user: null };
}

function toReply({ stores }: AskServices, { platform, answer }: Asked): StoreReply {
  const store = storeName(platform);
  const reply = { store: platform };
  if (answer.kind === 'found') {
    return answer.orders.length > 0
      ? { ...reply, answer: 'found', message: `${store} found this number.` }
      : {
          ...reply,
          answer: 'other',
          message: `${store} found this number, but it isn’t for a subscription.`,
        };
  }
  if (stores[platform].environments === null) {
    return { ...reply, answer: 'not_connected', message: `${store} isn’t connected to this server.` };
  }
  if (answer.kind === 'unknown') {
    return { ...reply, answer: 'unknown', message: `${store} doesn’t recognize this number.` };
  }
  return {
    ...reply,
    answer: 'not_now',
    message: `${store} couldn’t be checked: ${answer.because}. Please try again later.`,
  };
}

const both: readonly Platform[] = ['ios', 'android'];

/** Reads a number as it was typed or pasted, without spaces and a leading `#`. Throws 422 for what can be no number. */
export function readOrderNumber(text: string): string {
  const number = text.replaceAll(/\s/g, '').replace(/^#/, '');
  if (number === '') throw new Problem(422, 'Enter the order number.');
  if (!/^[\w.:@+-]+$/.test(number)) {
    throw new Problem(422, 'An order number has only letters, digits, dots, and hyphens.');
  }
  return number.replace(/^gpa\./i, 'GPA.');
}

/** The stores whose numbers look like this one. */
export function storesOf(number: string): readonly Platform[] {
  // GPA.3345-1234-5678-90123, with ..4 for a renewal; before 2014 12999763169054705758.1371079406387615.
  if (/^GPA\./.test(number) || /^\d{15,25}\.\d{10,20}$/.test(number)) return ['android'];
  // MVXQ3N8B7D; 2000000123456789 is a transaction.
  if (/^[A-Z\d]{8,20}$/i.test(number) && /\d/.test(number)) return ['ios'];
  return both;
}

/** The charge with this number of a store, or the purchase of the App Store with this original transaction. */
async function findRecorded(db: Db, number: string): Promise<OrderFound[]> {
  const charges = await db
    .selectFrom('charges')
    .innerJoin('subscriptions', 'subscriptions.id', 'charges.subscription_id')
    .where('charges.platform', 'in', ['ios', 'android'])
    .where('charges.order_id', '=', number)
    .select([
      'charges.platform',
      'charges.subscription_id',
      'product_id',
      'charged_at',
      'paid_until',
      'amount_minor',
      'currency',
      'refunded_minor',
      'refunded_at',
    ])
    .execute();
  const found = charges.map(async ({ platform, subscription_id, currency, ...charge }) => {
    const money = (minor: number | null) => (minor === null ? null : { minor, currency });
    return {
      ...(await describePurchase(db, { subscription_id })),
      store: platform ?? 'ios',
      order: number,
      product: charge.product_id,
      paidAt: charge.charged_at.toISOString(),
      paidUntil: charge.paid_until?.toISOString() ?? null,
      amount: money(charge.amount_minor),
      refund: charge.refunded_at && {
        at: charge.refunded_at.toISOString(),
        amount: charge.amount_minor === null ? null : money(charge.refunded_minor),
      },
      orderState: null,
    };
  });
  if (found.length > 0) return Promise.all(found);
  return /^\d+$/.test(number) ? findOriginal(db, number) : [];
}

async function findOriginal(db: Db, key: string): Promise<OrderFound[]> {
  const purchase = await findPurchase(db, 'ios', key);
  if (!purchase) return [];
  const described = await describePurchase(db, { id: purchase.id });
  const unsaid = { paidAt: null, paidUntil: null, amount: null, refund: null, orderState: null } as const;
  return [{ ...described, ...unsaid, store: 'ios', order: key, product: purchase.product_id }];
}

async function findPurchase(db: Db, platform: Platform, key: string) {
  return db
    .selectFrom('purchases')
    .where('platform', '=', platform)
    .where('key', '=', key)
    .select(['id', 'product_id'])
    .executeTakeFirst();
}

/** The purchase with this id or of this subscription, the newest one; and whose it is. */
async function describePurchase(
  db: Db,
  by: { id: number } | { subscription_id: number },
): Promise<Pick<OrderFound, 'purchase' | 'user' | 'isTest'>> {
  const [column, value] =
    'id' in by ? (['id', by.id] as const) : (['subscription_id', by.subscription_id] as const);
  const purchase = await db
    .selectFrom('purchases')
    .where(column, '=', value)
    .select(['id', 'environment', 'user_id', 'raw_state', 'asked_at', 'account_token'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const owner = purchase ? null : 'subscription_id' in by ? await findOwner(db, by.subscription_id) : null;
  const user =
    (await findUser(db, purchase?.user_id ?? owner)) ?? (await findByToken(db, purchase?.account_token));
  return {
    // The timeline of a closed account is not shown.
    purchase:
      !purchase || user?.status === 'deleted'
        ? null
        : {
            id: purchase.id,
            state: purchase.raw_state,
            stateAt: purchase.asked_at?.toISOString() ?? null,
            isNew: false,
          },
    isTest: purchase?.environment === 'sandbox',
    user: user && { id: user.id, name: user.name },
  };
}

async function findOwner(db: Db, subscriptionId: number): Promise<number | null> {
  const subscription = await db
    .selectFrom('subscriptions')
    .where('id', '=', subscriptionId)
    .select('user_id')
    .executeTakeFirst();
  return subscription?.user_id ?? null;
}

type User = { id: number; status: string; name: string };

async function findUser(db: Db, id: number | null | undefined): Promise<User | null> {
  if (!id) return null;
  const user = await selectUser(db).where('id', '=', id).executeTakeFirst();
  return user ?? null;
}

/** The worker has not linked it yet. Google hands on whatever the app has set. */
async function findByToken(db: Db, token: FoundOrder['accountToken'] | undefined): Promise<User | null> {
  if (!token || !/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(token)) return null;
  const user = await selectUser(db).where('store_account_token', '=', token).executeTakeFirst();
  return user ?? null;
}

function selectUser(db: Db) {
  // The name differs from the one that the query of the person has.
  return db
    .selectFrom('users as owner')
    .select(['id', 'status', sql<string>`${personName('owner.id')}`.as('name')]);
}
