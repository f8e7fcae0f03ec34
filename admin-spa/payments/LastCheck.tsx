import { useCan } from '#client/capabilities.ts';
import type { FailedPayment } from '#contract/payments/records.ts';
import { When } from '../ui/date/When.tsx';
import { Attempts } from './Attempts.tsx';
import { OutcomeBadge } from './OutcomeBadge.tsx';
import type { CheckState } from './retry/can-retry.ts';
import { TimelineButton } from './timeline/TimelineButton.tsx';

type Props = {
  payment: FailedPayment;
  /** In the names of buttons. */
  name: string;
  check: CheckState;
  /** Shown if there was no check yet. */
  unchecked?: string | null;
};

/** Outcome, time, and the answer of the store with its deadline. What came before is behind a button. */
export function LastCheck({ payment, name, check, unchecked = null }: Props) {
  const { id, last_check, purchase_id } = payment;
  const hasHistory = useCan()('payments:read-history');
  const hasFailed = check.state === 'failed' && check.outcome === null;
  // In the same place after a check, so that an open timeline stays.
  return (
    <>
      {hasFailed ? (
        <small className="note">The check didn’t go through.</small>
      ) : (
        last_check && (
          <small className="last-check">
            <OutcomeBadge outcome={last_check.outcome} /> Checked <When at={last_check.at} hasTime />.{' '}
            {last_check.message}
          </small>
        )
      )}
      {hasHistory && purchase_id !== null ? (
        <TimelineButton purchaseId={purchase_id} name={name} />
      ) : hasFailed ? null : last_check ? (
        hasHistory && <Attempts id={id} name={name} />
      ) : (
        unchecked
      )}
    </>
  );
}
