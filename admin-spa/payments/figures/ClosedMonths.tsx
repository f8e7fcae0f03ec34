import { MAX_PLANS, type RecoveryFigures, type RecoveryResults } from '#contract/payments/figures.ts';
import { Card } from '../../ui/Card.tsx';
import { EMPTY_VALUE, formatCount } from '../../ui/format/format.ts';
import type { Column } from '../../ui/table/columns.ts';
import { FramedTable } from '../../ui/table/Table.tsx';
import { platformName } from '../labels.tsx';
import {
  countFailed,
  countRecovered,
  formatDays,
  formatMonths,
  formatRate,
  formatShare,
  resultNames,
} from './results.ts';

const stageNames = {
  grace_period: 'Grace period',
  billing_retry: 'Billing retry',
  on_hold: 'On hold',
} as const;

/** The final figures. `closed` is undefined while loading. */
export function ClosedMonths({ closed }: { closed: RecoveryFigures['closed'] | undefined }) {
  const failed = closed && countFailed(closed.results);
  return (
    <Card title={`Closed months${closed ? `: ${formatMonths(closed)}` : ''}`} titleId="closed-title">
      <p className="counted">
        Counts payments that failed in months that ended more than 60 days ago. By then the stores have
        stopped trying.
      </p>
      {failed === 0 ? (
        <p className="empty">No payment failed in these months.</p>
      ) : (
        <>
          <dl className="headline-figures">
            <div>
              <dt>Recovery rate</dt>
              <dd>{closed ? formatRate(closed.results) : '–'}</dd>
              <dd>
                {closed
                  ? `${formatCount(countRecovered(closed.results))} of ${formatCount(countFailed(closed.results))}`
                  : '–'}
              </dd>
            </div>
            <div>
              <dt>Median time to recovery</dt>
              <dd>{closed ? formatDays(closed.medianDays) : '–'}</dd>
              <dd>from the failure, of those recovered</dd>
            </div>
          </dl>
          <Outcomes results={closed?.results} />
          <Tables closed={closed} />
        </>
      )}
    </Card>
  );
}

function Tables({ closed }: { closed: RecoveryFigures['closed'] | undefined }) {
  return (
    <div className="part-tables">
      <PartTable
        title="Store"
        skeletonRows={2}
        parts={closed?.stores.map((part) => ({
          ...part,
          key: part.platform,
          name: platformName(part.platform),
        }))}
      />
      <PartTable
        title="Last stage"
        skeletonRows={3}
        parts={closed?.stages.map((part) => ({
          ...part,
          key: part.stage ?? '',
          name: part.stage ? stageNames[part.stage] : 'Not known',
        }))}
      />
      <div>
        <PartTable
          title="Plan"
          className="plans"
          skeletonRows={3}
          parts={closed?.plans.map((part) => ({ ...part, key: part.productId, name: part.productId }))}
        />
        {closed?.plans.length === MAX_PLANS && (
          <p className="counted">{`The ${MAX_PLANS} plans with the most.`}</p>
        )}
      </div>
      <PartTable
        title="Month"
        skeletonRows={12}
        parts={closed?.months.map((part) => ({ ...part, key: part.month, name: part.month }))}
      />
    </div>
  );
}

type Part = { readonly results: RecoveryResults; readonly medianDays: number | null };
type NamedPart = Part & { readonly key: string; readonly name: string };

type PartTableProps = {
  /** The heading of the first column, as in "Store". */
  title: string;
  /** Undefined while loading. */
  parts: readonly NamedPart[] | undefined;
  skeletonRows: number;
  className?: string;
};

/** The recovery rate of each part. */
function PartTable({ title, parts, skeletonRows, className = '' }: PartTableProps) {
  return (
    <FramedTable
      columns={[{ title, isRowHeader: true, cell: ({ name }) => name }, ...partColumns]}
      rows={parts ?? null}
      keyOf={({ key }) => key}
      className={`parts ${className}`}
      caption={`Recovery by ${title.toLowerCase()}`}
      skeletonRows={skeletonRows}
    />
  );
}

const partColumns: readonly Column<NamedPart>[] = [
  { title: 'Failed', kind: 'number', cell: ({ results }) => formatCount(countFailed(results)) },
  {
    title: 'Recovered',
    kind: 'number',
    cell: ({ results }) => <CountWithShare count={countRecovered(results)} of={countFailed(results)} />,
  },
  { title: 'Median days', kind: 'number', cell: ({ medianDays }) => medianDays ?? EMPTY_VALUE },
];

/** What became of the payments of closed months: a bar, and its parts with words and numbers. */
function Outcomes({ results }: { results: RecoveryResults | undefined }) {
  const all = results ? countFailed(results) : 0;
  const shown = resultNames.filter(([name]) => name !== 'open' || (results?.open ?? 0) > 0);
  let start = 0;
  return (
    <div className="outcomes">
      <svg viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true">
        <rect className="track" width="1000" height="10" />
        {results &&
          shown.map(([name]) => {
            const width = all === 0 ? 0 : (results[name] / all) * 1000;
            const x = start;
            start += width;
            return <rect key={name} className={name} x={x} width={width} height="10" />;
          })}
      </svg>
      <dl>
        {shown.map(([name, label]) => (
          <div key={name}>
            <dt>
              <span className={`swatch ${name}`} aria-hidden="true" /> <span>{label}</span>
            </dt>
            <dd>
              <span>{formatCount(results ? results[name] : null)}</span>{' '}
              {all > 0 && results && <span className="muted">{formatShare(results[name], all)}</span>}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** As in "14 63.6%". */
export function CountWithShare({ count, of }: { count: number; of: number }) {
  return (
    <>
      <span>{formatCount(count)}</span> <span className="muted">{formatShare(count, of)}</span>
    </>
  );
}
