import { useQuery } from '@tanstack/react-query';
import type { Subscription } from '#contract/subscriptions.ts';
import { FailedPanel } from '../../ui/feedback/FailedPanel.tsx';
import { Loading } from '../../ui/feedback/Loading.tsx';
import { useErrorToast } from '../../ui/feedback/use-error-toast.ts';
import { Badge } from '../../ui/format/Badge.tsx';
import { formatDate, NOTHING } from '../../ui/format/format.ts';
import { SkeletonRows } from '../../ui/table/SkeletonRows.tsx';
import { historyOf } from '../queries.ts';

const columns = ['ID', 'Plan', 'Status', 'Start Date', 'End Date'] as const;

/** What a user has subscribed to, newest first. */
export function SubscriptionHistory({ userId }: { userId: string }) {
  const { data, error, errorUpdatedAt, isFetching, refetch } = useQuery(historyOf(userId));
  useErrorToast(error, errorUpdatedAt);
  const rows = data?.data.subscriptions;
  return (
    <section className="card" aria-labelledby="history-title">
      <h2 id="history-title">Subscription History</h2>
      {error && (
        <FailedPanel message="Failed to fetch subscription history" retry={refetch} busy={isFetching} />
      )}
      {!rows && !error && <Loading />}
      {rows?.length === 0 && <p className="empty">No subscription history found.</p>}
      {(!error || rows) && rows?.length !== 0 && (
        <div className="table-frame" aria-busy={isFetching}>
          <table className="records narrow" aria-labelledby="history-title">
            <thead>
              <tr>
                {columns.map((column) => (
                  <th key={column} scope="col">
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows?.map((row, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a provider may leave the id out
                <HistoryLine key={index} row={row} />
              )) ?? <SkeletonRows rows={3} columns={columns.length} />}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

function HistoryLine({ row }: { row: Subscription }) {
  return (
    <tr>
      <td data-label="ID">{row.id ?? NOTHING}</td>
      <th scope="row">{row.plan ?? NOTHING}</th>
      <td data-label="Status">
        <Badge status={row.status} />
      </td>
      <td data-label="Start Date" className="when">
        {formatDate(row.startDate)}
      </td>
      <td data-label="End Date" className="when">
        {formatDate(row.endDate)}
      </td>
    </tr>
  );
}
