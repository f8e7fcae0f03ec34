import type { AskStore, Question, StorePurchase } from '../store.ts';
import { type GoogleSubscription, type LineItem, subscriptionSchema, toAccountToken } from './answers.ts';
import { isPathPart, postGoogle, readGoogle } from './client.ts';
import { GoogleFault } from './fault.ts';
import { readOrders } from './orders.ts';
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

/** These purchases are not paid, or over. */
const uselessStates: readonly string[] = [
  'SUBSCRIPTION_STATE_PENDING',
  'SUBSCRIPTION_STATE_PENDING_PURCHASE_CANCELED',
  'SUBSCRIPTION_STATE_EXPIRED',
];

/**
 * Google refunds what is not acknowledged within three days, such as a purchase made in the Play Store itself. The account
 * is sent along, because Google then forgets the subscription before this one. A failure is only logged.
 */
async function acknowledge(
  session: GoogleSession,
  { acknowledgementState, subscriptionState, externalAccountIdentifiers }: GoogleSubscription,
  { key, productId, accountToken }: { key: string; productId: string; accountToken: string | null },
): Promise<void> {
  if (acknowledgementState !== 'ACKNOWLEDGEMENT_STATE_PENDING') return;
  if (uselessStates.includes(subscriptionState)) return;
  const isNamed = Boolean(externalAccountIdentifiers?.obfuscatedExternalAccountId);
  const body =
    accountToken === null || isNamed ? {} : { externalAccountIds: { obfuscatedAccountId: accountToken } };
  const path = `purchases/subscriptions/${encodeURIComponent(productId)}/tokens/${encodeURIComponent(key)}`;
  try {
    await postGoogle(session, `${path}:acknowledge`, body);
  } catch (error) {
    if (!(error instanceof GoogleFault)) throw error;
    session.log?.warn(
      { platform: 'android', failure: error.message },
      'a purchase could not be acknowledged; the next question tries again',
    );
  }
}
