import { useQuery } from '@tanstack/react-query';
import type { RefundFigures } from '#contract/refunds.ts';
import { Card } from '../../ui/Card.tsx';
import { QueryStates, useErrorToast } from '../../ui/feedback/QueryStates.tsx';
import { formatDollars } from '../../ui/format/currency.ts';
import { EMPTY_VALUE, formatCount } from '../../ui/format/format.ts';
import type { Column } from '../../ui/table/columns.ts';
import { FramedTable } from '../../ui/table/Table.tsx';
import { platformName } from '../labels.tsx';
import { reasonText } from '../refunds/labels.ts';
import { refundFiguresQuery } from '../refunds/queries.ts';
import { CountWithShare } from './ClosedMonths.tsx';
import { type RefundSum, sumBy, sumRefunds } from './refund-sums.ts';

/** It needs `refunds:read`. */
export function RefundsCard() {
  const query = useQuery(refundFiguresQuery);
  useErrorToast(query.error, query.errorUpdatedAt);
  const figures = query.data?.data;
  return (
    <Card title="Refund requests" titleId="refunds-title" className="card refund-figures">
      <p className="counted">Counts what the stores asked about in the last twelve months.</p>
      <QueryStates
        query={query}
        failure="The figures of refund requests couldn’t be loaded."
        isLoaded={figures !== undefined}
      >
        {figures?.length === 0 ? (
          <p className="empty">No store has asked about a refund in the last twelve months.</p>
        ) : (
          <>
            <Headline figures={figures} />
            <div className="part-tables">
              <Parts
                title="Store"
                skeletonRows={2}
                sums={figures && sumBy(figures, ({ store }) => platformName(store))}
              />
              <Parts
                title="Plan"
                skeletonRows={2}
                sums={figures && sumBy(figures, ({ plan }) => plan ?? 'Not known')}
              />
              <Parts title="Reason" skeletonRows={2} sums={figures && sumBy(figures, reasonText)} />
            </div>
          </>
        )}
      </QueryStates>
    </Card>
  );
}

/** `figures` is undefined while loading. */
function Headline({ figures }: { figures: readonly RefundFigures[] | undefined }) {
  const sum = figures && sumRefunds(figures);
  return (
    <dl className="headline-figures">
      <div>
        <dt>Requests</dt>
        <dd>{sum ? formatCount(sum.requests) : EMPTY_VALUE}</dd>
        <dd>{sum ? `${formatCount(sum.answeredInTime)} answered in time` : EMPTY_VALUE}</dd>
      </div>
      <div>
        <dt>Refunded</dt>
        <dd>{sum ? formatDollars(sum.refunded) : EMPTY_VALUE}</dd>
        <dd>in US dollars, without what has no rate</dd>
      </div>
    </dl>
  );
}

type NamedSum = RefundSum & { readonly name: string };

const columns: readonly Column<NamedSum>[] = [
  { title: 'Requests', kind: 'number', cell: ({ requests }) => formatCount(requests) },
  {
    title: 'Answered in time',
    kind: 'number',
    cell: ({ answeredInTime, requests }) => <CountWithShare count={answeredInTime} of={requests} />,
  },
  { title: 'Granted', kind: 'number', cell: ({ granted }) => formatCount(granted) },
  { title: 'Declined', kind: 'number', cell: ({ declined }) => formatCount(declined) },
  { title: 'Refunded', kind: 'amount', cell: ({ refunded }) => formatDollars(refunded) },
];

type PartsProps = {
  /** The heading of the first column, as in "Store". */
  title: string;
  /** Undefined while loading. */
  sums: readonly NamedSum[] | undefined;
  skeletonRows: number;
};

function Parts({ title, sums, skeletonRows }: PartsProps) {
  return (
    <FramedTable
      columns={[{ title, isRowHeader: true, cell: ({ name }) => name }, ...columns]}
      rows={sums ?? null}
      keyOf={({ name }) => name}
      className="parts plans refund-parts"
      caption={`Refund requests by ${title.toLowerCase()}`}
      skeletonRows={skeletonRows}
    />
  );
}
