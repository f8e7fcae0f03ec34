import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { BulkRetry, RetryRow } from '#contract/payments/bulk.ts';
import { AllowedLink } from '../../records/AllowedLink.tsx';
import { userAddress } from '../../routes.ts';
import { BackgroundWork, ResultsTable, type Work } from '../../ui/background/BackgroundWork.tsx';
import { When } from '../../ui/format/When.tsx';
import type { Column } from '../../ui/table/columns.ts';
import { OutcomeBadge, resultLabels } from '../labels.tsx';
import { bulkRetriesQuery, refreshAfterRetry, retryRowsQuery, stopRetryMutation } from './queries.ts';
import { recoveredText, resultNumbers, resultText, retryTitle } from './retry-text.ts';
import './bulk.scss';

/** Retries of many payments, of every administrator. `refresh` asks for the rows of the list again. */
export function BulkRetries({ refresh }: { refresh: () => void }) {
  const client = useQueryClient();
  const query = useQuery(bulkRetriesQuery);
  const retries = query.data?.data;
  const onEnd = () => {
    refreshAfterRetry(client);
    refresh();
  };
  return (
    <BackgroundWork
      name="retries"
      query={query}
      works={useMemo(() => retries?.map(toWork), [retries])}
      failure="The bulk retries couldn’t be loaded."
      endedTitle="Retries of the last day"
      stop={stopRetryMutation(client)}
      onEnd={onEnd}
      Results={Results}
    />
  );
}

function toWork(retry: BulkRetry): Work {
  const { id, state, startedAt, startedBy, waitsUntil, counts } = retry;
  return {
    ...{ id, startedAt, startedBy, isRunning: state === 'running' },
    ...{ title: retryTitle(retry), result: resultText(retry) },
    ...{ numbers: resultNumbers(retry), sum: recoveredText(retry) },
    ...{ total: counts.payments, pending: counts.pending },
    note: waitsUntil && (
      <>
        The store has asked us to wait. The retry continues at <When at={waitsUntil} hasTime />.
      </>
    ),
  };
}

const columns: readonly Column<RetryRow>[] = [
  {
    title: 'Payment',
    kind: 'address',
    isRowHeader: true,
    cell: ({ paymentId, userId, email }) => (
      <AllowedLink needs="users:read" href={userAddress(userId)}>
        <bdi>{email ?? `Payment ${paymentId}`}</bdi>
      </AllowedLink>
    ),
  },
  {
    title: 'Result',
    kind: 'summary',
    cell: ({ result, message }) => (
      <div>
        <ResultBadge result={result} /> <span>{message}</span>
      </div>
    ),
  },
];

function ResultBadge({ result }: Pick<RetryRow, 'result'>) {
  if (result !== 'pending' && result !== 'skipped' && result !== 'failed') {
    return <OutcomeBadge outcome={result} />;
  }
  return (
    <span className="badge" data-tone={{ pending: 'waiting', skipped: 'quiet', failed: 'bad' }[result]}>
      {resultLabels[result]}
    </span>
  );
}

/** A result for each payment, failed ones first. */
function Results({ id, label }: { id: number; label: string }) {
  const [page, setPage] = useState(1);
  const query = useQuery({ ...retryRowsQuery(id, page), placeholderData: keepPreviousData });
  return (
    <ResultsTable
      columns={columns}
      keyOf={({ paymentId }) => paymentId}
      label={label}
      query={query}
      page={page}
      setPage={setPage}
    />
  );
}
