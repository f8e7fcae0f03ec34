import type { Risk } from '#contract/payments/figures.ts';
import { Card } from '../../ui/Card.tsx';
import { formatDollars, formatMinor } from '../../ui/format/currency.ts';
import { formatCount } from '../../ui/format/format.ts';
import type { Column } from '../../ui/table/columns.ts';
import { FramedTable } from '../../ui/table/Table.tsx';

const columns: readonly Column<Risk['currencies'][number]>[] = [
  { title: 'Currency', isRowHeader: true, cell: ({ currency }) => currency },
  { title: 'Payments', kind: 'number', cell: ({ payments }) => formatCount(payments) },
  { title: 'Amount', kind: 'amount', cell: ({ minor, currency }) => formatMinor(minor, currency) },
];

/** `risk` is undefined while loading. */
export function AtRisk({ risk }: { risk: Risk | undefined }) {
  const isEmpty = risk?.currencies.length === 0;
  return (
    <Card title="Money at risk" titleId="risk-title">
      <p className="counted">Counts every failed payment that is open now, from any month.</p>
      <dl className="headline-figures">
        <div>
          <dt>In US dollars</dt>
          <dd>{risk ? formatDollars(risk.dollars) : '–'}</dd>
          <dd>{risk ? missingAmounts(risk) : '–'}</dd>
        </div>
      </dl>
      {!isEmpty && (
        <FramedTable
          columns={columns}
          rows={risk?.currencies ?? null}
          keyOf={({ currency }) => currency}
          className="parts"
          labelledBy="risk-title"
          skeletonRows={2}
        />
      )}
    </Card>
  );
}

/** What is not in the sum. */
function missingAmounts({ notConverted, withoutPrice }: Risk): string {
  const parts = [
    ...(notConverted > 0 ? [`${formatCount(notConverted)} not converted`] : []),
    ...(withoutPrice > 0 ? [`${formatCount(withoutPrice)} without a price`] : []),
  ];
  return parts.join(', ') || 'every open payment';
}
