import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '#client/call.ts';
import { useCan } from '#client/capabilities.ts';
import {
  type RecoveryFigures as Answer,
  type Losses,
  type Risk,
  readRecoveryFigures,
} from '#contract/payments/figures.ts';
import { Card } from '../../ui/Card.tsx';
import { CountedAt, QueryStates, useErrorToast } from '../../ui/feedback/QueryStates.tsx';
import { formatDollars, formatMinor } from '../../ui/format/currency.ts';
import { formatCount } from '../../ui/format/format.ts';
import type { Column } from '../../ui/table/columns.ts';
import { FramedTable } from '../../ui/table/Table.tsx';
import { PaymentTabs } from '../PaymentTabs.tsx';
import { ClosedMonths, CountWithShare } from './ClosedMonths.tsx';
import { RefundsCard } from './RefundsCard.tsx';
import { countFailed, countKnown, countRecovered, formatMonths, isNothing } from './results.ts';
import './figures.scss';

/** /payment-recovery/figures: what became of failed payments, and what is at risk. */
export function RecoveryFigures() {
  const can = useCan();
  return (
    <>
      <header className="screen-head">
        <h1>Recovery figures</h1>
        <PaymentTabs />
      </header>
      <Figures />
      {can('refunds:read') && <RefundsCard />}
    </>
  );
}

function Figures() {
  const query = useQuery(recoveryFiguresQuery);
  useErrorToast(query.error, query.errorUpdatedAt);
  const figures = query.data?.data;
  return (
    <QueryStates query={query} failure="The figures couldn’t be loaded." isLoaded={figures !== undefined}>
      {figures && isNothing(figures) ? (
        <p className="card empty">
          No figures yet. Payments that a store couldn’t collect will be counted here.
        </p>
      ) : (
        <>
          <CountedAt at={query.data?.countedAt} />
          <div className="recovery-figures" aria-busy={query.isLoading}>
            <ClosedMonths closed={figures?.closed} />
            <div className="stack">
              <OpenMonths open={figures?.open} />
              <AtRisk risk={figures?.risk} />
            </div>
            <LossesCard losses={figures?.losses} />
          </div>
        </>
      )}
    </QueryStates>
  );
}

const recoveryFiguresQuery = queryOptions({
  queryKey: ['payments', 'figures'],
  queryFn: ({ signal }) => call(readRecoveryFigures, { signal }),
});

type Row = Answer['open']['months'][number];

const monthColumns: readonly Column<Row>[] = [
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
function OpenMonths({ open }: { open: Answer['open'] | undefined }) {
  return (
    <Card title={`Open months${open ? `: ${formatMonths(open)}` : ''}`} titleId="open-title">
      <p className="counted">
        Still open: these can still recover. Don’t compare their rate with closed months.
      </p>
      {open?.months.length === 0 ? (
        <p className="empty">No payment failed in these months.</p>
      ) : (
        <FramedTable
          columns={monthColumns}
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

const riskColumns: readonly Column<Risk['currencies'][number]>[] = [
  { title: 'Currency', isRowHeader: true, cell: ({ currency }) => currency },
  { title: 'Payments', kind: 'number', cell: ({ payments }) => formatCount(payments) },
  { title: 'Amount', kind: 'amount', cell: ({ minor, currency }) => formatMinor(minor, currency) },
];

/** `risk` is undefined while loading. */
function AtRisk({ risk }: { risk: Risk | undefined }) {
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
          columns={riskColumns}
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

const lossColumns: readonly Column<Losses>[] = [
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
        <span>{formatCount(other)}</span>{' '}
        {unknown > 0 && <small>{`${formatCount(unknown)} not known`}</small>}
      </>
    ),
  },
];

/** `losses` is undefined while loading. */
function LossesCard({ losses }: { losses: readonly Losses[] | undefined }) {
  const hasUnknown = losses?.some(({ unknown }) => unknown > 0);
  return (
    <Card title="Subscriptions that ended" titleId="losses-title">
      <p className="counted">
        {`Counted in the month they ended. Involuntary: the store couldn’t collect. Voluntary: the customer canceled, declined a new price or was refunded.${hasUnknown ? ' Shares are of those with a known cause.' : ''}`}
      </p>
      {losses?.length === 0 ? (
        <p className="empty">No subscription has ended in the last twelve months.</p>
      ) : (
        <FramedTable
          columns={lossColumns}
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
