import { queryOptions, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { call } from '#client/call.ts';
import { useCan } from '#client/capabilities.ts';
import { MAX_ATTEMPTS, type PaymentAttempt, readPaymentChecks } from '#contract/payments/checks.ts';
import type { FailedPayment } from '#contract/payments/records.ts';
import { FailedPanel } from '../ui/feedback/QueryStates.tsx';
import { When } from '../ui/format/When.tsx';
import type { CheckState } from './can-retry.ts';
import { OutcomeBadge } from './labels.tsx';
import { paymentChecksKey } from './queries.ts';
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
            <OutcomeBadge outcome={last_check.outcome} /> Checked <When at={last_check.at} hasTime />
            <span>{`. ${last_check.message}`}</span>
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

/** Every check of a payment, on demand. */
function Attempts({ id, name }: Pick<FailedPayment, 'id'> & { name: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const listId = useId();
  return (
    <>
      <button
        type="button"
        className="secondary"
        aria-label={`Attempts for the payment of ${name}`}
        aria-expanded={isOpen}
        aria-controls={listId}
        onClick={() => setIsOpen(!isOpen)}
      >
        Attempts
      </button>
      <div id={listId} hidden={!isOpen}>
        {isOpen && <AttemptList id={id} />}
      </div>
    </>
  );
}

function AttemptList({ id }: { id: string | number }) {
  const { data, error, isFetching, refetch } = useQuery(paymentChecksQuery(id));
  if (error) {
    return <FailedPanel message="The attempts couldn’t be loaded." retry={refetch} isBusy={isFetching} />;
  }
  if (!data) return <p role="status">Loading...</p>;
  return (
    <>
      <ol className="attempts">
        {data.data.map((attempt) => (
          <Attempt key={attempt.id} attempt={attempt} />
        ))}
      </ol>
      {data.data.length === MAX_ATTEMPTS && <p>{`These are the newest ${MAX_ATTEMPTS} attempts.`}</p>}
    </>
  );
}

function Attempt({ attempt: { at, by, outcome, message } }: { attempt: PaymentAttempt }) {
  return (
    <li>
      <OutcomeBadge outcome={outcome} /> <When at={at} hasTime />, <bdi>{by}</bdi>
      <span>{`. ${message ?? ''}`}</span>
    </li>
  );
}

function paymentChecksQuery(id: string | number) {
  return queryOptions({
    queryKey: [...paymentChecksKey, String(id)],
    queryFn: ({ signal }) => call(readPaymentChecks, { parameters: { id }, signal }),
  });
}
