import type { Transaction } from 'kysely';
import type { Logger } from 'pino';
import * as v from 'valibot';
import type { Platform } from '../db/payment-tables.ts';
import type { Database, Db } from '../db/schema.ts';
import { applyAnswer } from './apply/apply-answer.ts';
import { lockPurchase, type Purchase } from './apply/lock.ts';
import { forgetPurchase, isErased } from './erased-keys.ts';
import { holdRates } from './exchange-rates.ts';
import { recordQuestion } from './questions.ts';
import type { StoreAnswer } from './store.ts';
import type { ThrottledStore } from './throttle.ts';

/** Shorter than the 30 s that the console waits for a call. */
const STORE_TIMEOUT_MS = 20_000;

export type Stores = Readonly<Record<Platform, ThrottledStore>>;
export type AskServices = { db: Db; stores: Stores; clock: () => Date; log: Logger };

export type AskedPurchase = { purchaseId: number; answer: StoreAnswer; askedAt: Date; askedOrders: string[] };

/** Asks the store outside of any transaction. A store that fails or is silent is an answer: `not_now`. */
export async function askStore(
  { stores, clock, log }: AskServices,
  purchase: Pick<
    Purchase,
    'id' | 'platform' | 'key' | 'environment' | 'state' | 'product_id' | 'known_order' | 'asked_orders'
  >,
  { stopping, timeoutMs = STORE_TIMEOUT_MS }: { stopping?: AbortSignal; timeoutMs?: number } = {},
): Promise<AskedPurchase> {
  const { platform, key, product_id, known_order, asked_orders } = purchase;
  const askedAt = clock();
  const timeout = AbortSignal.timeout(timeoutMs);
  const signal = stopping ? AbortSignal.any([timeout, stopping]) : timeout;
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  const question = {
    ...{ platform, key, environment: knownEnvironment(purchase) },
    productId: product_id,
    knownOrder: known_order,
    askedOrders: asked_orders,
  };
  const asked = { purchaseId: purchase.id, askedAt, askedOrders: asked_orders };
  try {
    return { ...asked, answer: await Promise.race([stores[platform].ask(question, signal), aborted]) };
  } catch (error) {
    // Its message may quote an address with the purchase token.
    const failure = error instanceof Error ? error.name : typeof error;
    log.warn({ failure, purchaseId: purchase.id, platform }, 'a store could not be asked');
    const because = timeout.aborted ? 'it didn’t answer in time' : 'the call failed';
    return { ...asked, answer: { kind: 'not_now', because, until: null } };
  }
}

/** Returns null until the store has found the purchase: `production` is only the default before that. */
function knownEnvironment({ environment, state }: Pick<Purchase, 'environment' | 'state'>) {
  const wasFound = state !== null && state !== 'never_known';
  return environment === 'sandbox' || wasFound ? environment : null;
}

/**
 * Locks the purchase with its user, and writes the answer, also one that changes nothing. False if the purchase is
 * gone, or of an erased account.
 */
export async function writeAnswer(
  transaction: Transaction<Database>,
  { purchaseId, answer, askedAt, askedOrders }: AskedPurchase,
  administratorId: number | null,
): Promise<boolean> {
  const fromStore = answer.kind === 'purchase' ? answer.purchase : undefined;
  if (fromStore) await holdRates(transaction, fromStore);
  const locked = await lockPurchase(transaction, purchaseId, fromStore);
  if (!locked) return false;
  const { id, platform, key, account_token } = locked.purchase;
  const accountToken = fromStore?.accountToken ?? account_token;
  const named = { platform, key, accountToken, replaces: fromStore?.replaces ?? null };
  // This also holds if the erasure of its user ended just now.
  if (locked.purchase.user_id === null && (await isErased(transaction, named))) {
    await forgetPurchase(transaction, { id, platform, key }, askedAt);
    return false;
  }
  await recordQuestion(transaction, { purchaseId: id, administratorId, answer, askedAt });
  await applyAnswer(transaction, { ...locked, answer, askedAt, askedOrders, administratorId });
  return true;
}

const word = v.fallback(v.optional(v.string()), undefined);
/** PostgreSQL's code, and the rule that a value breaks. */
const databaseErrorSchema = v.fallback(v.object({ code: word, constraint: word }), {});

/** Describes an error for logs, without its message, which may quote a purchase token. */
export function describeFault(error: unknown): string {
  const name = error instanceof Error ? error.name : typeof error;
  const { code, constraint } = v.parse(databaseErrorSchema, error);
  return [name, code, constraint].filter(Boolean).join(' ');
}
