import type { FailedPayment, PaymentCheck, RetryOutcome } from '#contract/payments.ts';

/** How it stands with the last check of a payment in this console. */
export type CheckState =
  | { state: 'unchecked' }
  | { state: 'checking' }
  | { state: 'recovered' }
  /** `outcome` is what the store said; null where it is not known: no answer, a refusal, another provider. */
  | { state: 'failed'; outcome: RetryOutcome | null };

/** Checks by the payment's id, as text. */
export type Checks = ReadonlyMap<string, CheckState>;

/** A final outcome blocks a retry for this long, and not forever: a customer may subscribe once more. */
const FINAL_OUTCOME_MS = 86_400_000;

const unchecked: CheckState = { state: 'unchecked' };

export function checkOf(payment: FailedPayment, checks: Checks): CheckState {
  return checks.get(String(payment.id)) ?? unchecked;
}

/** Whether asking the store about a payment makes sense: not while it is asked, nor soon after a final answer. */
export function canRetry(payment: FailedPayment, checks: Checks, now = Date.now()): boolean {
  const { state } = checkOf(payment, checks);
  return state !== 'checking' && state !== 'recovered' && !isFinal(payment.last_check, now);
}

function isFinal(check: PaymentCheck | null, now: number): boolean {
  return check?.outcome === 'not_retryable' && now - Date.parse(check.at) < FINAL_OUTCOME_MS;
}
