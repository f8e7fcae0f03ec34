import type { FailedPayment } from '#contract/payments/records.ts';
import { When } from '../ui/date/When.tsx';
import { Attempts } from './Attempts.tsx';
import { OutcomeBadge } from './OutcomeBadge.tsx';
import type { CheckState } from './retry/can-retry.ts';

type Props = {
  payment: FailedPayment;
  /** In the names of buttons. */
  name: string;
  check: CheckState;
  /** Whether the provider lists the attempts. */
  hasAttempts: boolean;
  /** Shown if there was no check yet. */
  unchecked?: string | null;
};

/** Outcome, time, and the answer of the store with its deadline. */
export function LastCheck({ payment, name, check, hasAttempts, unchecked = null }: Props) {
  if (check.state === 'failed' && check.outcome === null) {
    return <small className="note">The check did not go through.</small>;
  }
  const last = payment.last_check;
  if (!last) return unchecked;
  return (
    <>
      <small className="last-check">
        <OutcomeBadge outcome={last.outcome} /> Checked <When at={last.at} hasTime />. {last.message}
      </small>
      {hasAttempts && <Attempts id={payment.id} name={name} />}
    </>
  );
}
