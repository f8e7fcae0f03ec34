import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { type Overview as Figures, MAX_COUNTED_MAILS } from '#contract/statistics/overview.ts';
import { platformName } from '../../payments/labels.tsx';
import { routes } from '../../routes.ts';
import { QueryCard } from '../../ui/Card.tsx';
import { CountedAt } from '../../ui/feedback/QueryStates.tsx';
import { EMPTY_VALUE, formatCount, formatMoney } from '../../ui/format/format.ts';
import { overviewQuery } from './overview-query.ts';
import { RefundReviews } from './RefundReviews.tsx';
import '../more.scss';

/** The count is null while loading; `text` is shown instead of it. */
type Figure = { label: string; address?: string; count?: number | null; text?: string; isMinimum?: boolean };

/** What a person can do now, and what was recovered. Each figure leads to its list. */
export function Overview() {
  const query = useQuery(overviewQuery);
  const figures = query.data?.data;
  const tasks = toTasks(figures);
  const reviews = figures?.refundReviews;
  const hasReviews = reviews !== undefined && reviews.count > 0;
  return (
    <QueryCard
      title="Needs attention today"
      titleId="overview-title"
      className="card overview"
      query={query}
      failure="These figures couldn’t be loaded."
      rows={figures && [figures]}
      empty=""
    >
      {hasReviews && (
        <>
          <FigureList figures={[{ label: 'Refund questions to answer', count: reviews.count }]} />
          <RefundReviews reviews={reviews} />
        </>
      )}
      {!hasReviews && tasks.every(({ count }) => count === 0) ? (
        <p className="calm">Nothing needs attention today.</p>
      ) : (
        <FigureList figures={tasks} />
      )}
      <FigureList figures={[toRecovered(figures)]} />
      <FigureList figures={toRecovery(figures?.recovery)} />
      <CountedAt at={query.data?.countedAt} />
    </QueryCard>
  );
}

function toTasks(figures: Figures | undefined): readonly Figure[] {
  return [
    ...(['ios', 'android'] as const).map((platform) => ({
      label: `Failed payments, ${platformName(platform)}`,
      address: `${routes.payments}?platform=${platform}`,
      count: figures?.failedPayments[platform] ?? null,
    })),
    {
      label: 'Incomplete recipes',
      address: `${routes.recipes}?needs=any`,
      count: figures?.recipesWithGaps ?? null,
    },
    {
      label: 'Failed emails',
      address: routes.activity,
      count: figures?.mailsGivenUp ?? null,
      isMinimum: figures?.mailsGivenUp === MAX_COUNTED_MAILS,
    },
  ];
}

function toRecovered(figures: Figures | undefined): Figure {
  return {
    label: 'Recovered this month',
    address: `${routes.payments}?state=recovered${figures ? `&recovered=${figures.month}` : ''}`,
    count: figures?.recoveredThisMonth ?? null,
  };
}

/** Undefined while loading. */
function toRecovery(recovery: Figures['recovery']): readonly Figure[] {
  const { failed = 0, recovered = 0, medianDays, atRisk = null, notInRisk } = recovery ?? {};
  return [
    {
      label: 'Recovered, closed months',
      address: routes.paymentFigures,
      text: failed ? `${((100 * recovered) / failed).toFixed(1)}%` : EMPTY_VALUE,
    },
    { label: 'Median days to recovery', text: `${medianDays ?? EMPTY_VALUE}` },
    {
      label: `Money at risk ($)${notInRisk ? `, ${formatCount(notInRisk)} not included` : ''}`,
      text: formatMoney(atRisk),
    },
  ];
}

function FigureList({ figures }: { figures: readonly Figure[] }) {
  return (
    <dl>
      {figures.map(({ label, address, count = null, text, isMinimum }) => (
        <div key={label}>
          <dt>{address ? <Link href={address}>{label}</Link> : label}</dt>
          <dd>
            {text ?? formatCount(count)}
            {isMinimum && '+'}
          </dd>
        </div>
      ))}
    </dl>
  );
}
