import type { FailingStage } from '../../../db/payment-tables.ts';
import type { UserStatus } from '../../../db/schema.ts';

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

export type ReminderProblem = {
  /** For administrators. */
  message: string;
  /** The row of the payment does not show it otherwise. */
  isUnseen?: true;
};

/** Why there can be no reminder now; null if there can be one. */
export function findReminderProblem(payment: Remindable, now: Date): ReminderProblem | null {
  const { stage, deadline_at, recovered_at, ended_at, status } = payment;
  if (recovered_at) return { message: 'The payment has been recovered.' };
  if (ended_at) return { message: 'The subscription has ended. The customer has to subscribe again.' };
  if (status === 'deleted') return { message: 'The account is being deleted.' };
  if (status === 'suspended') return { message: 'The account is suspended.', isUnseen: true };
  if (payment.reminders_refused_at) {
    return { message: 'The customer doesn’t want reminders.', isUnseen: true };
  }
  if (payment.other_subscription) return { message: 'The customer has another active subscription.' };
  if (stage === null) return { message: 'The store hasn’t been asked yet. Retry the payment first.' };
  // Without a deadline the store does not try to collect it.
  if (deadline_at === null || deadline_at <= now) {
    return { message: 'The store has stopped trying to collect this payment.' };
  }
  return payment.reminded_in_stage ? { message: 'The customer was already reminded at this stage.' } : null;
}
