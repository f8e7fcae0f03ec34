import type { FailedPayment, RetryOutcome } from '#contract/payments.ts';

/** How it stands with the last check of a payment in this console. */
export type CheckState =
  | { state: 'unchecked' }
  | { state: 'checking' }
  | { state: 'recovered' }
  /** `outcome` is what the store said; null where nobody knows: no answer, a refusal, another provider. */
  | { state: 'failed'; outcome: RetryOutcome | null };

/** Checks by the payment's id, as text. */
export type Checks = ReadonlyMap<string, CheckState>;

const unchecked: CheckState = { state: 'unchecked' };

export function checkOf(payment: FailedPayment, checks: Checks): CheckState {
  return checks.get(String(payment.id)) ?? unchecked;
}

/** Whether asking the store about a payment makes sense: not while it is asked, nor once the answer is final. */
export function canRetry(payment: FailedPayment, checks: Checks): boolean {
  const check = checkOf(payment, checks);
  switch (check.state) {
    case 'unchecked':
      return true;
    case 'checking':
    case 'recovered':
      return false;
    case 'failed':
      return check.outcome !== 'not_retryable';
  }
}
