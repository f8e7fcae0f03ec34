import { Link } from 'wouter';
import type { Overview } from '#contract/statistics/overview.ts';
import { missingAmounts } from '../../payments/figures/missing-amounts.ts';
import { formatDays, formatRate } from '../../payments/figures/results.ts';
import { routes } from '../../routes.ts';
import { formatDollars } from '../../ui/format/currency.ts';
import { EMPTY_VALUE } from '../../ui/format/format.ts';

/** The recovery of failed payments in short. Undefined while loading. */
export function Recovery({ recovery }: { recovery: Overview['recovery'] }) {
  const { closed, risk } = recovery ?? {};
  const isWhole = risk && risk.notConverted + risk.withoutPrice === 0;
  return (
    <dl>
      <div>
        <dt>
          <Link href={routes.paymentFigures}>Recovered, closed months</Link>
        </dt>
        <dd>{closed ? formatRate(closed.results) : EMPTY_VALUE}</dd>
      </div>
      <div>
        <dt>Median time to recovery</dt>
        <dd>{closed ? formatDays(closed.medianDays) : EMPTY_VALUE}</dd>
      </div>
      <div>
        <dt>Money at risk{risk && !isWhole && <span className="muted"> ({missingAmounts(risk)})</span>}</dt>
        <dd>{risk ? formatDollars(risk.dollars) : EMPTY_VALUE}</dd>
      </div>
    </dl>
  );
}
