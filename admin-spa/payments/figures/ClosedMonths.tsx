import { MAX_PLANS, type RecoveryFigures } from '#contract/payments/figures.ts';
import { Card } from '../../ui/card/Card.tsx';
import { formatCount } from '../../ui/format/format.ts';
import { platformName } from '../platform-name.ts';
import { Outcomes } from './Outcomes.tsx';
import { PartTable } from './PartTable.tsx';
import { countFailed, countRecovered, formatDays, formatMonths, formatRate } from './results.ts';

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
          <p className="counted">The {MAX_PLANS} plans with the most.</p>
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
