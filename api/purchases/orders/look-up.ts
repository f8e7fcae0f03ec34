import type { Transaction } from 'kysely';
import type { OrderFound, StoreReply } from '#contract/purchases/orders.ts';
import { isPurchaseKey } from '#contract/purchases.ts';
import { type Actor, writeAuditEntry } from '../../audit/write.ts';
import type { Platform } from '../../db/payment-tables.ts';
import type { Database } from '../../db/schema.ts';
import type { AskServices } from '../ask-purchase.ts';
import { isErased } from '../erased-keys.ts';
import { makeDue } from '../make-due.ts';
import { storeName } from '../outcome.ts';
import type { FoundOrder, Money, OrderAnswer } from '../store.ts';
import { describePurchase, findPurchase, findRecorded } from './find-recorded.ts';
import { readOrderNumber, storesOf } from './number.ts';

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
    const told = answers.find(({ answer }) => answer.kind === 'found' && answer.orders.length > 0);
    const found = told ? await receiveOrders(transaction, told, clock()) : recorded;
    const changes = [{ field: 'order', from: null, to: found.length > 0 ? 'found' : 'not found' }];
    const userId = found[0]?.user?.id ?? null;
    await writeAuditEntry(transaction, { actor, action: 'order_looked_up', userId, changes }, clock());
    return { found, stores: answers.map((asked) => toReply(services, asked)) };
  });
}

type Asked = { platform: Platform; answer: OrderAnswer };

/** At once, so that a slow store delays no other. */
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
      : await makeDue(transaction, { ...named, environment, productId, orders: [] }, now);
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
