import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '#client/call.ts';
import { MAX_ATTEMPTS, type PaymentAttempt, readPaymentChecks } from '#contract/payments/checks.ts';
import { FailedPanel } from '../../ui/feedback/QueryStates.tsx';
import { When } from '../../ui/format/When.tsx';
import { OutcomeBadge } from '../labels.tsx';
import { paymentChecksKey } from '../queries.ts';

/** Every check of a payment. */
export function AttemptList({ id }: { id: string | number }) {
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
