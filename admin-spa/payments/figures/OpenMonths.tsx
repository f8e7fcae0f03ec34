import type { RecoveryFigures } from '#contract/payments/figures.ts';
import { Card } from '../../ui/Card.tsx';
import { formatCount } from '../../ui/format/format.ts';
import type { Column } from '../../ui/table/columns.ts';
import { FramedTable } from '../../ui/table/Table.tsx';
import { CountWithShare } from './CountWithShare.tsx';
import { countFailed, countRecovered, formatMonths } from './results.ts';

type Row = RecoveryFigures['open']['months'][number];

const columns: readonly Column<Row>[] = [
  { title: 'Month', isRowHeader: true, cell: ({ month }) => month },
  {
    title: 'Recovered so far',
    kind: 'number',
    cell: ({ results }) => <CountWithShare count={countRecovered(results)} of={countFailed(results)} />,
  },
  {
    title: 'Ended',
    kind: 'number',
    cell: ({ results: { canceled, given_up } }) => formatCount(canceled + given_up),
  },
  { title: 'Open', kind: 'number', cell: ({ results }) => formatCount(results.open) },
];

/** Apart from the closed ones, because their rate still grows. `open` is undefined while loading. */
export function OpenMonths({ open }: { open: RecoveryFigures['open'] | undefined }) {
  return (
    <Card title={`Open months${open ? `: ${formatMonths(open)}` : ''}`} titleId="open-title">
      <p className="counted">
        Still open: these can still recover. Don’t compare their rate with closed months.
      </p>
      {open?.months.length === 0 ? (
        <p className="empty">No payment failed in these months.</p>
      ) : (
        <FramedTable
          columns={columns}
          rows={open?.months ?? null}
          keyOf={({ month }) => month}
          className="parts"
          labelledBy="open-title"
          skeletonRows={3}
        />
      )}
    </Card>
  );
}
