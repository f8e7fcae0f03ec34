import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { StatisticsRow } from '#contract/statistics/list.ts';
import { QueryCard } from '../ui/Card.tsx';
import { CountedAt } from '../ui/feedback/QueryStates.tsx';
import { formatCount, formatMoney } from '../ui/format/format.ts';
import { useHeadingFocusOnRemoval } from '../ui/navigation/use-heading-focus.ts';
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

const SHOWN_MONTHS = 12;

export function Statistics() {
  const more = useRef<HTMLButtonElement>(null);
  useHeadingFocusOnRemoval(more);
  const query = useQuery(statisticsQuery);
  const rows = query.data?.data;
  const [isWhole, setIsWhole] = useState(false);
  const shown = isWhole ? rows : rows?.slice(0, SHOWN_MONTHS);
  const isCut = rows !== undefined && shown !== undefined && shown.length < rows.length;
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
      <div className="table-frame" aria-busy={query.isFetching}>
        <Table
          columns={columns}
          rows={shown ?? null}
          // A provider may send a month twice.
          keyOf={({ month }, index) => `${month} ${index}`}
          className="figures"
          caption="Months"
          skeletonRows={SHOWN_MONTHS}
        />
      </div>
      {isCut && (
        <button ref={more} type="button" className="secondary" onClick={() => setIsWhole(true)}>
          {`Show all ${formatCount(rows.length)}`}
        </button>
      )}
      <CountedAt at={query.data?.countedAt} />
    </QueryCard>
  );
}

/** Says how many charges a revenue leaves out, because their currency was not converted. */
export function notConvertedText(charges: number): string {
  return `${formatCount(charges)} ${charges === 1 ? 'charge' : 'charges'} not converted`;
}
