import type { RetryResult } from '#contract/payments/records.ts';
import { formatDay } from '../../outcome.ts';
import { CHECK_EXPIRY_MS, type Payment } from '../check-steps.ts';

const MINUTE_MS = 60_000;
/** An answer of the store that is younger is taken over. */
const FRESH_MS = 5 * MINUTE_MS;
/** A final outcome holds for a day, as for the button of one payment: customers may subscribe again. */
const FINAL_MS = 24 * 60 * MINUTE_MS;

type Seen = Pick<
  Payment,
  ('recovered_at' | 'check_id' | 'checking_since') | ('last_outcome' | 'last_message' | 'last_checked_at')
> & {
  /** The account of the customer. */
  isDeleted: boolean;
  /** The names of who recovered and checked it; null: the store and the server. */
  recoveredBy: string | null;
  checkedBy: string | null;
};

type Row = {
  /** The id of the check that this row would have. */
  checkId: string;
  /** When the retry began. */
  startedAt: Date;
  /** When the check of a colleague began that this row has waited for; null without. */
  waitedSince: Date | null;
};

export type Decision =
  | { kind: 'ask' }
  /** Another check runs: its outcome is taken over. */
  | { kind: 'wait'; since: Date }
  | { kind: 'end'; result: RetryResult; message: string };

/** Whether the store is asked about a payment. It is not where the answer is known, or was final. */
export function decide(payment: Seen, { checkId, startedAt, waitedSince }: Row, now: Date): Decision {
  const { isDeleted, recovered_at, check_id, checking_since, last_outcome, last_checked_at } = payment;
  if (isDeleted) return skip('The customer’s account has been deleted.');
  const checkedMs = last_checked_at?.getTime() ?? 0;
  if (recovered_at) {
    return checkedMs >= startedAt.getTime() ? takeOver(payment) : skip(toRecovery(recovered_at, payment));
  }
  // It began in a server that was killed.
  if (check_id === checkId) return { kind: 'ask' };
  const isChecked = checking_since && checking_since.getTime() > now.getTime() - CHECK_EXPIRY_MS;
  if (isChecked) return { kind: 'wait', since: checking_since };
  if (waitedSince && checkedMs >= waitedSince.getTime()) return takeOver(payment);
  const isAnswered = last_outcome !== null && last_outcome !== 'store_unreachable';
  if (isAnswered && now.getTime() - checkedMs < FRESH_MS) return takeOver(payment);
  if (last_outcome === 'not_retryable' && now.getTime() - checkedMs < FINAL_MS) {
    return skip(`The store isn’t asked twice in a day. ${payment.last_message ?? ''}`.trim());
  }
  return { kind: 'ask' };
}

function takeOver({ last_outcome, last_message, checkedBy }: Seen): Decision {
  const by = checkedBy ?? 'the server';
  const message = `Checked a moment ago by ${by}. ${last_message ?? ''}`.trim();
  return { kind: 'end', result: last_outcome ?? 'recovered', message };
}

function toRecovery(at: Date, { recoveredBy }: Seen): string {
  const time = at.toISOString().slice(11, 16);
  return `Already recovered on ${formatDay(at)} at ${time} UTC by ${recoveredBy ?? 'the store'}.`;
}

function skip(message: string): Decision {
  return { kind: 'end', result: 'skipped', message };
}
