import type { FailingStage } from '../../db/payment-tables.ts';
import type { UserStatus } from '../../db/schema.ts';

/** What decides about a reminder: a failed payment with its customer. */
export type Remindable = {
  stage: FailingStage | null;
  deadline_at: Date | null;
  access_until: Date | null;
  recovered_at: Date | null;
  ended_at: Date | null;
  status: UserStatus;
  reminders_refused_at: Date | null;
  other_subscription: boolean;
  /** When one was queued in this stage. */
  reminded_in_stage: Date | null;
};

/** Why there can be no reminder now; null if there can be one. For administrators. */
export function findReminderProblem(payment: Remindable, now: Date): string | null {
  const { stage, deadline_at, recovered_at, ended_at } = payment;
  if (recovered_at) return 'The payment is recovered.';
  if (ended_at) return 'The subscription has ended: the customer has to subscribe again.';
  if (payment.status === 'deleted') return 'The account is being deleted.';
  if (payment.status === 'suspended') return 'The account is suspended.';
  if (payment.reminders_refused_at) return 'The customer doesn\u2019t want reminders.';
  if (payment.other_subscription) return 'The customer has another active subscription.';
  if (stage === null) return 'The store hasn\u2019t been asked yet. Press Retry first.';
  // Without a deadline the store does not try to collect it.
  if (deadline_at === null || deadline_at <= now) return 'The store no longer tries to collect this payment.';
  return payment.reminded_in_stage ? 'The customer was reminded in this stage already.' : null;
}
