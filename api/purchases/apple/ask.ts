import type { AskStore, Question, StoreAnswer, StorePurchase } from '../store.ts';
import { isTransactionId, statusesSchema } from './answers.ts';
import { acceptedEnvironments, askEach } from './environments.ts';
import { AppleFault, callApple, notNow, toAnswer } from './fault.ts';
import { readOrders, toPrice } from './orders.ts';
import {
  type AppleServices,
  type AppleSession,
  openSession,
  readRenewal,
  readTransaction,
} from './session.ts';
import { toRawState, toState } from './state.ts';

/** Asks for the state, and for the history if there are orders that we do not know. */
export function createAsk(services: AppleServices): AskStore {
  return async (question, signal) => {
    const { environment: known } = question;
    const environments = known === null ? acceptedEnvironments(services) : [known];
    return askEach<StoreAnswer>(environments, 'purchase', async (environment) => {
      try {
        const session = openSession(services, environment, signal);
        return { kind: 'purchase', purchase: await readPurchase(session, question) };
      } catch (error) {
        return toAnswer(services, error);
      }
    });
  };
}

async function readPurchase(session: AppleSession, question: Question): Promise<StorePurchase> {
  const { status, signedTransactionInfo, signedRenewalInfo } = await readStatus(session, question.key);
  const newest = await readTransaction(session, signedTransactionInfo);
  const renewal = await readRenewal(session, signedRenewalInfo);
  // The id beside them is not signed.
  if ([newest, renewal].some(({ originalTransactionId }) => originalTransactionId !== question.key)) {
    throw notNow('its answer is about a different purchase');
  }
  return {
    state: toState(status, newest, renewal),
    rawState: toRawState(status),
    environment: session.environment,
    productId: newest.productId,
    accountToken: newest.appAccountToken || null,
    replaces: null,
    startedAt: newest.originalPurchaseDate,
    orders: await readOrders(session, question, newest),
    price: toPrice(renewal.renewalPrice, renewal.currency),
  };
}

/** Apple answers with all subscriptions of the customer. */
async function readStatus({ client }: AppleSession, key: string) {
  if (!isTransactionId(key)) throw neverKnown('this isn’t a transaction ID');
  const { data } = await callApple(client.getAllSubscriptionStatuses(key), statusesSchema);
  const item = data
    .flatMap(({ lastTransactions }) => lastTransactions)
    .find(({ originalTransactionId }) => originalTransactionId === key);
  if (!item) throw neverKnown('no subscription has this transaction ID');
  return item;
}

function neverKnown(raw: string): AppleFault {
  return new AppleFault({ kind: 'never_known', raw });
}
