import type { FailedPayment } from '#contract/payments/records.ts';
import { formatDate } from '../ui/format/format.ts';

/** For screen readers, where a button says only what it does. */
export function nameByUser({ email }: FailedPayment): string {
  return email ?? 'an unknown user';
}

/** Among payments of one user: the product and the date, and the ID where another one has both. */
export function nameAmong(payments: readonly FailedPayment[], payment: FailedPayment): string {
  const name = productAndDate(payment);
  const isShared = payments.some((other) => other.id !== payment.id && productAndDate(other) === name);
  return isShared ? `${name}, ID ${payment.id}` : name;
}

function productAndDate({ product_id, created_at }: FailedPayment): string {
  return `${product_id ?? 'an unknown product'}, ${formatDate(created_at)}`;
}
