import { InAppOwnershipType, RevocationType, TransactionReason } from '@apple/app-store-server-library';
import { toMoney } from '../money.ts';
import type { Money, Order } from '../store.ts';
import type { AppleTransaction } from './payloads.ts';

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
