import {
  GetTransactionHistoryVersion,
  ProductType,
  Order as SortOrder,
} from '@apple/app-store-server-library';
import type { Order, Question } from '../store.ts';
import { transactionHistorySchema, transactionInfoSchema } from './answers.ts';
import { AppleFault, callApple } from './fault.ts';
import { toOrder } from './order.ts';
import { type AppleTransaction, isTransactionId } from './payloads.ts';
import { type AppleSession, readTransaction } from './session.ts';

type Transactions = Map<string, AppleTransaction>;

/** The orders from the known one on, because the store may tell more about it now, and the asked ones; oldest first. */
export async function readOrders(
  session: AppleSession,
  question: Question,
  newest: AppleTransaction,
): Promise<Order[]> {
  const { knownOrder, askedOrders } = question;
  const found: Transactions = new Map([[newest.transactionId, newest]]);
  if (newest.transactionId !== knownOrder) await addHistory(session, question, found);
  for (const id of askedOrders) await addAsked(session, { id, key: question.key }, found);
  const known = knownOrder === null ? undefined : found.get(knownOrder);
  return [...found.values()]
    .filter(
      (transaction) =>
        !known ||
        transaction.purchaseDate >= known.purchaseDate ||
        askedOrders.includes(transaction.transactionId) ||
        (transaction === newest && newest.revocationDate !== undefined),
    )
    .sort((one, other) => one.purchaseDate.getTime() - other.purchaseDate.getTime())
    .map(toOrder);
}

/** Whole pages up to the known order: Apple sorts by the last change, so a refund moves an old one up. */
async function addHistory(
  session: AppleSession,
  { key, knownOrder }: Question,
  found: Transactions,
): Promise<void> {
  const request = { sort: SortOrder.DESCENDING, productTypes: [ProductType.AUTO_RENEWABLE] };
  let revision: string | null = null;
  do {
    const page = session.client.getTransactionHistory(
      key,
      revision,
      request,
      GetTransactionHistoryVersion.V2,
    );
    const answer = await callApple(page, transactionHistorySchema);
    for (const signed of answer.signedTransactions) {
      const transaction = await readTransaction(session, signed);
      // The customer's other subscriptions are in the history too.
      if (transaction.originalTransactionId === key) addOnce(found, transaction);
    }
    revision = answer.hasMore && answer.revision ? answer.revision : null;
  } while (revision !== null && !(knownOrder !== null && found.has(knownOrder)));
}

/** An order that Apple does not know, or of another purchase, is left out. */
async function addAsked(
  session: AppleSession,
  { id, key }: { id: string; key: string },
  found: Transactions,
): Promise<void> {
  if (found.has(id) || !isTransactionId(id)) return;
  try {
    const answer = session.client.getTransactionInfo(id);
    const { signedTransactionInfo } = await callApple(answer, transactionInfoSchema);
    const transaction = await readTransaction(session, signedTransactionInfo);
    if (transaction.originalTransactionId === key) addOnce(found, transaction);
  } catch (error) {
    if (!(error instanceof AppleFault && error.answer.kind === 'never_known')) throw error;
  }
}

function addOnce(found: Transactions, transaction: AppleTransaction): void {
  if (!found.has(transaction.transactionId)) found.set(transaction.transactionId, transaction);
}
