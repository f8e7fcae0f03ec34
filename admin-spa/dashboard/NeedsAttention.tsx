import { useQuery } from '@tanstack/react-query';
import { useCan } from '#client/capabilities.ts';
import type { Capability } from '#contract/capabilities.ts';
import { type Overview as Figures, MAX_COUNTED_MAILS } from '#contract/statistics/overview.ts';
import { platformName } from '../payments/labels.tsx';
import { AllowedLink } from '../records/AllowedLink.tsx';
import { routes } from '../routes.ts';
import { QueryCard } from '../ui/Card.tsx';
import { CountedAt } from '../ui/feedback/QueryStates.tsx';
import { EMPTY_VALUE, formatCount } from '../ui/format/format.ts';
import { overviewQuery } from './queries.ts';

/** The count is null while loading; `text` is shown instead of it. */
type Figure = {
  label: string;
  address?: string | undefined;
  /** Without it the figure leads nowhere. */
  needs?: Capability;
  count?: number | null;
  text?: string;
  isMinimum?: boolean;
};

/** Shows what a person can do now. Each figure leads to its list. */
export function NeedsAttention() {
  const query = useQuery(overviewQuery);
  const figures = query.data?.data;
  const can = useCan();
  const tasks = toTasks(figures, can('audit:read') ? routes.activity : undefined);
  return (
    <QueryCard
      title="Needs attention today"
      titleId="overview-title"
      className="card needs-attention"
      query={query}
      failure="These figures couldn’t be loaded."
      rows={figures && [figures]}
      empty=""
    >
      {tasks.every(({ count }) => count === 0) ? (
        <p className="calm">Nothing needs attention today.</p>
      ) : (
        <FigureList figures={tasks} />
      )}
      <FigureList figures={toRecovery(figures?.recovery)} />
      <CountedAt at={query.data?.countedAt} />
    </QueryCard>
  );
}

/** `mails`: the address of the failed emails, for those who may open it. */
function toTasks(figures: Figures | undefined, mails: string | undefined): readonly Figure[] {
  return [
    ...toRefunds(figures?.refundRequests),
    ...(['ios', 'android'] as const).map((platform) => ({
      label: `Failed payments, ${platformName(platform)}`,
      address: `${routes.payments}?platform=${platform}`,
      needs: 'payments:read' as const,
      count: figures?.failedPayments[platform] ?? null,
    })),
    {
      label: 'Incomplete recipes',
      address: `${routes.recipes}?needs=any`,
      needs: 'recipes:read',
      count: figures?.recipesWithGaps ?? null,
    },
    {
      label: 'Failed emails',
      address: mails,
      needs: 'mails:retry',
      count: figures?.mailsGivenUp ?? null,
      isMinimum: figures?.mailsGivenUp === MAX_COUNTED_MAILS,
    },
  ];
}

/** Nothing from a provider that doesn’t count them. */
function toRefunds(counts: Figures['refundRequests']): readonly Figure[] {
  if (!counts) return [];
  return [
    {
      label: 'Refund requests to answer',
      address: routes.refunds,
      needs: 'refunds:read',
      count: counts.open,
    },
  ];
}

/** `recovery` is undefined while loading. */
function toRecovery(recovery: Figures['recovery']): readonly Figure[] {
  const { failed = 0, recovered = 0, medianDays } = recovery ?? {};
  return [
    {
      label: 'Recovered, closed months',
      address: routes.paymentFigures,
      needs: 'recovery:read',
      text: failed ? `${((100 * recovered) / failed).toFixed(1)}%` : EMPTY_VALUE,
    },
    { label: 'Median days to recovery', text: `${medianDays ?? EMPTY_VALUE}` },
  ];
}

function FigureList({ figures }: { figures: readonly Figure[] }) {
  return (
    <dl>
      {figures.map(({ label, address, needs, count = null, text, isMinimum }) => (
        <div key={label}>
          <dt>
            <AllowedLink needs={needs} href={address}>
              {label}
            </AllowedLink>
          </dt>
          <dd>{`${text ?? formatCount(count)}${isMinimum ? '+' : ''}`}</dd>
        </div>
      ))}
    </dl>
  );
}
