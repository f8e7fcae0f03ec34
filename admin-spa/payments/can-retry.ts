import type { FailedPayment, PaymentCheck, RetryOutcome } from '#contract/payments/records.ts';

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

/** False during a check and after a final outcome. */
export function canRetry(payment: FailedPayment, checks: Checks, now = Date.now()): boolean {
  const { state } = checkOf(payment, checks);
  return state !== 'checking' && state !== 'recovered' && !isFinal(payment.last_check, now);
}

function isFinal(check: PaymentCheck | null, now: number): boolean {
  return check?.outcome === 'not_retryable' && now - Date.parse(check.at) < FINAL_OUTCOME_BLOCK_MS;
}
