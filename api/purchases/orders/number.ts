import type { Platform } from '../../db/payment-tables.ts';
import { Problem } from '../../http/problem.ts';

const both: readonly Platform[] = ['ios', 'android'];

/** As it was typed or pasted, without spaces and a leading `#`. Throws 422 for what can be no number. */
export function readOrderNumber(text: string): string {
  const number = text.replaceAll(/\s/g, '').replace(/^#/, '');
  if (number === '') throw new Problem(422, 'Enter the order number.');
  if (!/^[\w.:@+-]+$/.test(number)) {
    throw new Problem(422, 'An order number has only letters, digits, dots, and hyphens.');
  }
  return number.replace(/^gpa\./i, 'GPA.');
}

/** The stores whose numbers look like this one. */
export function storesOf(number: string): readonly Platform[] {
  // GPA.3345-1234-5678-90123, with ..4 for a renewal; before 2014 12999763169054705758.1371079406387615.
  if (/^GPA\./.test(number) || /^\d{15,25}\.\d{10,20}$/.test(number)) return ['android'];
  // MVXQ3N8B7D; 2000000123456789 is a transaction.
  if (/^[A-Z\d]{8,20}$/i.test(number) && /\d/.test(number)) return ['ios'];
  return both;
}
