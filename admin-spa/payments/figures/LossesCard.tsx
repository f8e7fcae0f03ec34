import type { Losses } from '#contract/payments/figures.ts';
import { Card } from '../../ui/Card.tsx';
import { formatCount } from '../../ui/format/format.ts';
import type { Column } from '../../ui/table/columns.ts';
import { FramedTable } from '../../ui/table/Table.tsx';
import { CountWithShare } from './CountWithShare.tsx';
import { countKnown } from './results.ts';

const columns: readonly Column<Losses>[] = [
  { title: 'Month', isRowHeader: true, cell: ({ month }) => month },
  {
    title: 'Involuntary',
    kind: 'number',
    cell: (losses) => <CountWithShare count={losses.involuntary} of={countKnown(losses)} />,
  },
  { title: 'Voluntary', kind: 'number', cell: ({ voluntary }) => formatCount(voluntary) },
  {
    title: 'Other',
    kind: 'number',
    cell: ({ other, unknown }) => (
      <>
        {formatCount(other)} {unknown > 0 && <small>{formatCount(unknown)} not known</small>}
      </>
    ),
  },
];

/** `losses` is undefined while loading. */
export function LossesCard({ losses }: { losses: readonly Losses[] | undefined }) {
  const hasUnknown = losses?.some(({ unknown }) => unknown > 0);
  return (
    <Card title="Subscriptions that ended" titleId="losses-title">
      <p className="counted">
        Counted in the month they ended. Involuntary: the store couldn’t collect. Voluntary: the customer
        canceled, declined a new price or was refunded.
        {hasUnknown && ' Shares are of those with a known cause.'}
      </p>
      {losses?.length === 0 ? (
        <p className="empty">No subscription has ended in the last twelve months.</p>
      ) : (
        <FramedTable
          columns={columns}
          rows={losses ?? null}
          keyOf={({ month }) => month}
          className="parts months"
          labelledBy="losses-title"
          skeletonRows={12}
        />
      )}
    </Card>
  );
}
