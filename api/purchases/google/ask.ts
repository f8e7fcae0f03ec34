import type { AskStore, Question, StorePurchase } from '../store.ts';
import { acknowledge } from './acknowledge.ts';
import { type GoogleSubscription, type LineItem, subscriptionSchema, toAccountToken } from './answers.ts';
import { isPathPart, readGoogle } from './client.ts';
import { GoogleFault } from './fault.ts';
import { readOrders } from './read-orders.ts';
import { createReadRetryDays, type ReadRetryDays } from './retry-period.ts';
import type { GoogleServices, GoogleSession } from './session.ts';
import { toState } from './state.ts';

/** Asks for the state, and for the newest order, which alone tells of a refund. */
export function createAsk(services: GoogleServices): AskStore {
  const readRetryDays = createReadRetryDays();
  return async (question, signal) => {
    try {
      const purchase = await readPurchase({ ...services, signal }, question, readRetryDays);
      return { kind: 'purchase', purchase };
    } catch (error) {
      if (error instanceof GoogleFault) return error.answer;
      throw error;
    }
  };
}

async function readPurchase(
  session: GoogleSession,
  question: Question,
  readRetryDays: ReadRetryDays,
): Promise<StorePurchase> {
  const { key } = question;
  if (!isPathPart(key)) throw new GoogleFault({ kind: 'never_known', raw: 'this isn’t a purchase token' });
  const path = `purchases/subscriptionsv2/tokens/${encodeURIComponent(key)}`;
  const subscription = await readGoogle(session, path, subscriptionSchema);
  const { subscriptionState, linkedPurchaseToken, outOfAppPurchaseContext, startTime } = subscription;
  const item = pickItem(subscription);
  const { productId } = item;
  const accountToken = readAccountToken(subscription);
  await acknowledge(session, subscription, { key, productId, accountToken });
  const { orders, newest } = await readOrders(session, question, item.latestSuccessfulOrderId ?? null);
  const isOnHold = subscriptionState === 'SUBSCRIPTION_STATE_ON_HOLD';
  const retryDays = isOnHold ? await readRetryDays(session, item) : 0;
  const now = session.clock();
  return {
    state: toState({ subscription, item, newest, now, retryDays }),
    rawState: subscriptionState,
    environment: subscription.testPurchase ? 'sandbox' : 'production',
    productId,
    accountToken,
    replaces: linkedPurchaseToken || outOfAppPurchaseContext?.expiredPurchaseToken || null,
    // A pending purchase has no start.
    startedAt: startTime ?? newest?.createTime ?? now,
    orders,
    price: item.autoRenewingPlan?.recurringPrice ?? null,
  };
}

/** A plan that replaces another one later has no order yet. Add-ons are paid with the order of their plan. */
function pickItem({ lineItems }: GoogleSubscription): LineItem {
  const rank = ({ latestSuccessfulOrderId, expiryTime }: LineItem) =>
    latestSuccessfulOrderId === undefined ? -1 : Number(expiryTime ?? 0);
  return lineItems.reduce((best, item) => (rank(item) > rank(best) ? item : best));
}

/** A purchase in the Play Store itself names the account of the subscription before it. */
function readAccountToken(subscription: GoogleSubscription): string | null {
  const { externalAccountIdentifiers: own, outOfAppPurchaseContext: context } = subscription;
  const expired = context?.expiredExternalAccountIdentifiers;
  return toAccountToken(own?.obfuscatedExternalAccountId || expired?.obfuscatedExternalAccountId);
}
