import { useQuery } from '@tanstack/react-query';
import { useCan } from '#client/capabilities.ts';
import type { Capability } from '#contract/capabilities.ts';
import {
  type Overview as Figures,
  MAX_COUNTED_MAILS,
  type RefundReviews as Reviews,
} from '#contract/statistics/overview.ts';
import { platformName } from '../payments/labels.tsx';
import { AllowedLink } from '../records/AllowedLink.tsx';
import { routes } from '../routes.ts';
import { QueryCard } from '../ui/Card.tsx';
import { copyText } from '../ui/feedback/copy-text.ts';
import { CountedAt } from '../ui/feedback/QueryStates.tsx';
import { EMPTY_VALUE, formatCount } from '../ui/format/format.ts';
import { When } from '../ui/format/When.tsx';
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
  const reviews = figures?.refundReviews;
  const hasReviews = reviews !== undefined && reviews.count > 0;
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
      <FigureList figures={toRecovery(figures?.recovery)} />
      <CountedAt at={query.data?.countedAt} />
    </QueryCard>
  );
}

/** `mails`: the address of the failed emails, for those who may open it. */
function toTasks(figures: Figures | undefined, mails: string | undefined): readonly Figure[] {
  return [
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

/** Order management. Google documents no address of a single order: its number goes into the search there. */
const PLAY_ORDERS = 'https://play.google.com/console/developers/orders';

/** Lists each question of a store with its order and when the answer is due, and says how to answer. */
function RefundReviews({ reviews: { count, soonest } }: { reviews: Reviews }) {
  const isOf = (store: 'ios' | 'android') => soonest.some((review) => review.store === store);
  return (
    <div className="reviews">
      <ul aria-label="Refund questions">
        {soonest.map(({ store, order, dueAt }) => (
          <li key={`${store} ${order} ${dueAt}`}>
            <Order store={store} order={order} />
            <span>{store === 'android' ? 'Chargeback, Google Play' : 'Refund, App Store'}</span>
            <span>
              Answer by <When at={dueAt} hasTime />
            </span>
          </li>
        ))}
      </ul>
      {count > soonest.length && (
        <p className="muted">{`And ${formatCount(count - soonest.length)} more that are due later.`}</p>
      )}
      {isOf('android') && (
        <p className="muted">
          Google Play: without an answer, you pay for the chargeback. Google takes the answer through its API
          only, so ask your developers to send it. A link opens Play Console and copies the order number for
          the search there.
        </p>
      )}
      {isOf('ios') && (
        <p className="muted">
          App Store: if the customer has agreed to it, ask your developers to send Apple the consumption
          information. App Store Connect has no page for an order, so look it up in{' '}
          <AllowedLink needs="stores:read" href={routes.paymentStores}>
            Store connections
          </AllowedLink>
          .
        </p>
      )}
    </div>
  );
}

function Order({ store, order }: Pick<Reviews['soonest'][number], 'store' | 'order'>) {
  if (order === null) return <span>Order not named</span>;
  if (store === 'ios') return <code>{order}</code>;
  return (
    <a
      href={PLAY_ORDERS}
      target="_blank"
      rel="noopener noreferrer"
      onClick={() => void copyText(order, 'Order number')}
    >
      <span>{order}</span>
      <span className="visually-hidden"> (opens in a new tab)</span>
    </a>
  );
}
