import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { PaymentAttempt } from '#contract/payments/checks.ts';
import { MAX_ATTEMPTS } from '#contract/payments/checks.ts';
import type { FailedPayment } from '#contract/payments/records.ts';
import { When } from '../ui/date/When.tsx';
import { FailedPanel } from '../ui/feedback/QueryStates.tsx';
import { paymentChecksQuery } from './checks-query.ts';
import { OutcomeBadge } from './OutcomeBadge.tsx';

/** Every check of a payment, on demand. */
export function Attempts({ id, name }: Pick<FailedPayment, 'id'> & { name: string }) {
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
      {data.data.length === MAX_ATTEMPTS && <p>These are the newest {MAX_ATTEMPTS} attempts.</p>}
    </>
  );
}

function Attempt({ attempt: { at, by, outcome, message } }: { attempt: PaymentAttempt }) {
  return (
    <li>
      <OutcomeBadge outcome={outcome} /> <When at={at} hasTime />, <bdi>{by}</bdi>. {message}
    </li>
  );
}
