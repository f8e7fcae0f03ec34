import { useLayoutEffect, useRef } from 'react';
import type { FailedPayment } from '#contract/payments/records.ts';
import type { CheckState } from './can-retry.ts';

type Props = {
  payment: FailedPayment;
  /** In the name of the button. */
  name: string;
  check: CheckState;
  isOpen: boolean;
  retry: (payment: FailedPayment) => void;
};

/** Stays in view with the focus: on narrow screens the outcome of a check moves it down. */
export function RetryButton({ payment, name, check, isOpen, retry }: Props) {
  const button = useRef<HTMLButtonElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only with what the row says about a check
  useLayoutEffect(() => {
    if (document.activeElement === button.current) button.current?.scrollIntoView({ block: 'nearest' });
  }, [check.state, payment.last_check?.at]);
  const label = check.state === 'checking' ? 'Checking…' : 'Retry';
  return (
    <button
      ref={button}
      type="button"
      className="secondary"
      aria-label={`${label} payment for ${name}`}
      aria-disabled={!isOpen || undefined}
      onClick={() => isOpen && retry(payment)}
    >
      {label}
    </button>
  );
}
