import { sql, type Transaction } from 'kysely';
import type { Database } from '../../db/schema.ts';
import type { StoreAnswer, StorePurchase } from '../store.ts';
import { toAccessUntil, toAskAgainAt } from './access.ts';
import { bookOrders } from './book-orders.ts';
import type { Purchase } from './lock.ts';
import { openPayment } from './open-payment.ts';
import { settlePayments } from './settle-payments.ts';
import { writeOpen, writeRecovered } from './write-outcomes.ts';
import { endSubscription, writeSubscription } from './write-subscription.ts';

export type ApplyInput = {
  /** Locked, with its user. */
  purchase: Purchase;
  userId: number | null;
  answer: StoreAnswer;
  /** When the question was asked. */
  askedAt: Date;
  /** The orders whose refunds the question has read. */
  askedOrders: readonly string[];
  /** The administrator who pressed Retry; null for the worker. */
  administratorId: number | null;
};

/**
 * Writes what the store said: subscription, charges and failed payments follow from its newest answer and the orders on
 * record alone, so order and repetition do not matter. An answer older than the stored one changes nothing.
 */
export async function applyAnswer(transaction: Transaction<Database>, input: ApplyInput): Promise<void> {
  const { purchase, userId, answer, askedAt } = input;
  if (answer.kind === 'not_now') return;
  if (purchase.asked_at && purchase.asked_at > askedAt) return;
  if (answer.kind !== 'purchase') {
    const { open } = await settlePayments(transaction, input);
    await writeOpen(transaction, open, input);
    const hasEnded = answer.kind === 'known_no_longer';
    // A wrong setting of ours must not end the questions about what the store knew before.
    const isDoubtful = answer.kind === 'never_known' && isOpenState(purchase.state);
    const { subscription_id: subscriptionId } = purchase;
    if (hasEnded && subscriptionId !== null && userId !== null) {
      await endSubscription(transaction, { subscriptionId, userId }, askedAt);
    }
    await transaction
      .updateTable('purchases')
      .set({
        asked_at: askedAt,
        raw_state: answer.raw,
        state: isDoubtful ? purchase.state : answer.kind,
        ...(hasEnded ? { access_until: null } : {}),
        ask_again_at: isDoubtful ? askedAt : null,
        ...clearedAttempts,
      })
      .where('id', '=', purchase.id)
      .execute();
    return;
  }
  await applyPurchase(transaction, input, answer.purchase);
}

function isOpenState(state: string | null): boolean {
  return state !== null && !['never_known', 'known_no_longer', 'expired', 'revoked'].includes(state);
}

/** An answer ends earlier attempts. A purchase that is still due, such as after a later notification, waits anew. */
const clearedAttempts = {
  attempts: 0,
  last_error: null,
  given_up_at: null,
  due_since: sql<Date | null>`due_at`,
};

async function applyPurchase(
  transaction: Transaction<Database>,
  input: ApplyInput,
  fromStore: StorePurchase,
): Promise<void> {
  const { purchase, userId, askedAt, askedOrders, administratorId } = input;
  // A purchase of a test account gives access by its own row alone: see readEntitlement.
  const isCounted = fromStore.environment === 'production' && userId !== null;
  const subscriptionId = isCounted
    ? await writeSubscription(transaction, { purchase, userId }, fromStore)
    : purchase.subscription_id;
  if (isCounted && subscriptionId !== null) {
    const { platform } = purchase;
    await bookOrders(transaction, { platform, subscriptionId }, fromStore.orders);
    await openPayment(transaction, { purchase, userId, subscriptionId }, fromStore);
    const { open, recovered } = await settlePayments(transaction, { purchase, administratorId });
    await writeOpen(transaction, open, input);
    await writeRecovered(transaction, recovered, input);
  }
  const newest = fromStore.orders.filter(({ id }) => !askedOrders.includes(id)).at(-1);
  const accessUntil = toAccessUntil(fromStore.state);
  await transaction
    .updateTable('purchases')
    .set({
      environment: fromStore.environment,
      product_id: fromStore.productId,
      account_token: fromStore.accountToken ?? purchase.account_token,
      user_id: userId,
      subscription_id: subscriptionId,
      asked_at: askedAt,
      state: fromStore.state.name,
      raw_state: fromStore.rawState,
      ...(accessUntil === undefined ? {} : { access_until: accessUntil }),
      ask_again_at: toAskAgainAt(fromStore.state, askedAt),
      // Orders of a purchase without a user are read again when it has one.
      known_order: isCounted ? (newest?.id ?? purchase.known_order) : null,
      asked_orders: purchase.asked_orders.filter((id) => !askedOrders.includes(id)),
      ...clearedAttempts,
    })
    .where('id', '=', purchase.id)
    .execute();
}
