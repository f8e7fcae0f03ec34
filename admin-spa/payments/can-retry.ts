import type { FailedPayment, RetryOutcome } from '#contract/payments/records.ts';

/** The last check of a payment in this console. */
export type CheckState =
  | { state: 'unchecked' }
  | { state: 'checking' }
  | { state: 'recovered' }
  /** `outcome` is null if unknown: no answer, a refusal, another provider. */
  | { state: 'failed'; outcome: RetryOutcome | null };

/** By payment id, as text. */
export type Checks = ReadonlyMap<string, CheckState>;

/** A final outcome blocks retries for a day only: customers may subscribe again. */
const FINAL_OUTCOME_BLOCK_MS = 86_400_000;

const unchecked: CheckState = { state: 'unchecked' };

export function checkOf(payment: FailedPayment, checks: Checks): CheckState {
  return checks.get(String(payment.id)) ?? unchecked;
}

/** False during a check, after a recovery and after a final outcome. */
export function canRetry(payment: FailedPayment, checks: Checks, now = Date.now()): boolean {
  const { state } = checkOf(payment, checks);
  const isOver = state === 'recovered' || payment.recovered_at !== null;
  return state !== 'checking' && !isOver && retryOpensAt(payment, now) === null;
}

/** When a payment with a final outcome can be retried again, in ms since 1970; null if it can be now. */
export function retryOpensAt({ last_check }: Pick<FailedPayment, 'last_check'>, now: number): number | null {
  if (last_check?.outcome !== 'not_retryable') return null;
  const at = Date.parse(last_check.at) + FINAL_OUTCOME_BLOCK_MS;
  return at > now ? at : null;
}
