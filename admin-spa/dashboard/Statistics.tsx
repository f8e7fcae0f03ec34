import { useQuery } from '@tanstack/react-query';
import type { StatisticsRow } from '#contract/statistics/list.ts';
import { QueryCard } from '../ui/Card.tsx';
import { CountedAt } from '../ui/feedback/QueryStates.tsx';
import { formatCount, formatMoney } from '../ui/format/format.ts';
import type { Column } from '../ui/table/columns.ts';
import { Table } from '../ui/table/Table.tsx';
import { statisticsQuery } from './queries.ts';

const columns: readonly Column<StatisticsRow>[] = [
  { title: 'Month', kind: 'date', isRowHeader: true, cell: ({ month }) => month },
  {
    title: 'Subscription Count',
    kind: 'number',
    hasLabel: false,
    cell: ({ subscription_count }) => formatCount(subscription_count),
  },
  {
    title: 'Total Revenue ($)',
    kind: 'number',
    hasLabel: false,
    cell: ({ total_revenue, not_converted }) => (
      <>
        <span>{formatMoney(total_revenue)}</span>
        {not_converted ? <small>{notConvertedText(not_converted)}</small> : null}
      </>
    ),
  },
];

export function Statistics() {
  const query = useQuery(statisticsQuery);
  const rows = query.data?.data;
  return (
    <QueryCard
      title="Monthly Subscription Stats"
      titleId="statistics-title"
      className="card months"
      query={query}
      failure="Failed to fetch subscription stats"
      rows={rows}
      empty="No stats available."
    >
      {/* The frame scrolls, so the keyboard must be able to focus it. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls takes the focus (WCAG 2.1.1) */}
      <section aria-label="Months" className="table-frame" aria-busy={query.isFetching} tabIndex={0}>
        <Table
          columns={columns}
          rows={rows ?? null}
          // A provider may send a month twice.
          keyOf={({ month }, index) => `${month} ${index}`}
          className="figures"
          skeletonRows={6}
        />
      </section>
      <CountedAt at={query.data?.countedAt} />
    </QueryCard>
  );
}

/** Says how many charges a revenue leaves out, because their currency was not converted. */
export function notConvertedText(charges: number): string {
  return `${formatCount(charges)} ${charges === 1 ? 'charge' : 'charges'} not converted`;
}
