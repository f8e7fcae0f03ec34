import { useQuery } from '@tanstack/react-query';
import { FailedPanel } from '../ui/feedback/FailedPanel.tsx';
import { Loading } from '../ui/feedback/Loading.tsx';
import { useErrorToast } from '../ui/feedback/use-error-toast.ts';
import { formatCount, formatMoney } from '../ui/format/format.ts';
import { SkeletonRows } from '../ui/table/SkeletonRows.tsx';
import { statistics } from './queries.ts';

/** Subscriptions and revenue, a row a month. */
export function Statistics() {
  const { data, error, errorUpdatedAt, isFetching, refetch } = useQuery(statistics);
  useErrorToast(error, errorUpdatedAt);
  const rows = data?.data;
  return (
    <section className="card months" aria-labelledby="statistics-title">
      <h2 id="statistics-title">Monthly Subscription Stats</h2>
      {error && (
        <FailedPanel message="Failed to fetch subscription stats" retry={refetch} busy={isFetching} />
      )}
      {!rows && !error && <Loading />}
      {rows?.length === 0 && <p className="empty">No stats available.</p>}
      {(!error || rows) && rows?.length !== 0 && (
        // The months may scroll in a frame of their own: the keyboard must reach it.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls takes the focus (WCAG 2.1.1)
        <section aria-label="Months" className="table-frame" aria-busy={isFetching} tabIndex={0}>
          <table className="figures">
            <thead>
              <tr>
                <th scope="col">Month</th>
                <th scope="col" className="number">
                  Subscription Count
                </th>
                <th scope="col" className="number">
                  Total Revenue ($)
                </th>
              </tr>
            </thead>
            <tbody>
              {rows?.map((row, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a provider may name a month twice
                <tr key={`${row.month} ${index}`}>
                  <th scope="row" className="when">
                    {row.month}
                  </th>
                  <td className="number">{formatCount(row.subscription_count)}</td>
                  <td className="number">{formatMoney(row.total_revenue)}</td>
                </tr>
              )) ?? <SkeletonRows rows={6} columns={3} />}
            </tbody>
          </table>
        </section>
      )}
    </section>
  );
}
