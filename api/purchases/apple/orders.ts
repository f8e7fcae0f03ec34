import {
  GetTransactionHistoryVersion,
  InAppOwnershipType,
  ProductType,
  RevocationType,
  Order as SortOrder,
  TransactionReason,
} from '@apple/app-store-server-library';
import { toMoney } from '../money.ts';
import type { Money, Order, Question } from '../store.ts';
import {
  type AppleTransaction,
  isTransactionId,
  transactionHistorySchema,
  transactionInfoSchema,
} from './answers.ts';
import { AppleFault, callApple } from './fault.ts';
import { type AppleSession, readTransaction } from './session.ts';

/** The percentage is in thousandths. */
const WHOLE = 100_000;

/** An upgraded transaction is an order too: it was paid, and Apple does not say what it gave back. */
export function toOrder(transaction: AppleTransaction): Order {
  const price = priceOf(transaction);
  return {
    id: transaction.transactionId,
    productId: transaction.productId,
    isRenewal: isRenewal(transaction),
    paidAt: transaction.purchaseDate,
    paidUntil: transaction.expiresDate,
    price,
    refund: refundOf(transaction, price),
  };
}

/** A subscription that is bought again after its end keeps its original transaction. */
function isRenewal({ transactionReason, transactionId, originalTransactionId }: AppleTransaction): boolean {
  return transactionReason
    ? transactionReason === TransactionReason.RENEWAL
    : transactionId !== originalTransactionId;
}

/** `price` is in thousandths; null if one of the two is missing. */
export function toPrice(price: number | undefined, currency: string | undefined): Money | null {
  return price === undefined || currency === undefined ? null : toMoney(price / 1000, currency);
}

function priceOf({ price, currency, inAppOwnershipType }: AppleTransaction): Money | null {
  // The family member who bought has the payment in a transaction of their own.
  const isShared = inAppOwnershipType === InAppOwnershipType.FAMILY_SHARED;
  return toPrice(isShared ? 0 : price, currency);
}

function refundOf(
  { revocationDate: at, revocationType, revocationPercentage = WHOLE, inAppOwnershipType }: AppleTransaction,
  price: Money | null,
): Order['refund'] {
  const isFamily =
    revocationType === RevocationType.FAMILY_REVOKE ||
    inAppOwnershipType === InAppOwnershipType.FAMILY_SHARED;
  if (!at || isFamily) return null;
  const share = revocationType === RevocationType.REFUND_PRORATED ? revocationPercentage / WHOLE : 1;
  return { at, minor: Math.round((price?.minor ?? 0) * share) };
}

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
