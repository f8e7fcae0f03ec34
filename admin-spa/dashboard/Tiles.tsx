import { useQuery } from '@tanstack/react-query';
import { TrendingDown, TrendingUp } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Capability } from '#contract/capabilities.ts';
import type { Overview } from '#contract/statistics/overview.ts';
import { AllowedLink } from '../records/AllowedLink.tsx';
import { routes } from '../routes.ts';
import { EMPTY_VALUE, formatCount, formatMoney } from '../ui/format/format.ts';
import { overviewQuery } from './queries.ts';

type Tile = {
  label: string;
  value: string;
  note: ReactNode;
  title?: string;
  address: string;
  /** Without it the tile leads nowhere. */
  needs?: Capability;
};

/** The month at a glance: four figures, each a link to what it counts. */
export function Tiles() {
  const { data, isError } = useQuery(overviewQuery);
  const figures = data?.data;
  // Another provider may have no such figures. The card below says what failed.
  if (figures && !figures.thisMonth) return null;
  const tiles = toTiles(figures, isError ? EMPTY_VALUE : LOADING);
  return (
    <ul className="tiles" aria-label="This month" aria-busy={!figures && !isError}>
      {tiles.map(({ label, value, note, title, address, needs }) => (
        <li key={label}>
          <TileLink address={address} needs={needs} title={title}>
            <span className="label">{label}</span>
            <strong>{value}</strong>
            <span className="note">{note}</span>
          </TileLink>
        </li>
      ))}
    </ul>
  );
}

type LinkProps = {
  address: string;
  needs: Capability | undefined;
  title: string | undefined;
  children: ReactNode;
};

/** The router knows no place on the same screen. */
function TileLink({ address, needs, title, children }: LinkProps) {
  return address.startsWith('#') ? (
    <a href={address} className="tile" title={title}>
      {children}
    </a>
  ) : (
    <AllowedLink needs={needs} href={address} className="tile" title={title}>
      {children}
    </AllowedLink>
  );
}

const DOLLARS = '$';
const LOADING = '…';

function toTiles(figures: Overview | undefined, unknown: string): readonly Tile[] {
  const month = figures?.thisMonth;
  const dollars = (amount: number | undefined) => (month ? `${DOLLARS}${formatMoney(amount ?? 0)}` : unknown);
  const recovered = figures?.recoveredThisMonth ?? 0;
  const notInRisk = figures?.recovery?.notInRisk ?? 0;
  const decided = recovered + (month?.lostPayments ?? 0);
  return [
    {
      label: 'Revenue this month',
      value: dollars(month?.revenue),
      note: month && <Change now={month.revenue} before={month.revenueBefore} month={figures.month} />,
      address: '#months-title',
    },
    {
      label: 'Active subscriptions',
      value: month ? formatCount(month.activeSubscriptions) : unknown,
      note: month && (
        <>
          <Trend isUp={month.started >= month.ended} />
          {`${formatCount(month.started)} began, ${formatCount(month.ended)} ended`}
        </>
      ),
      address: `${routes.users}?subscription=active`,
      needs: 'users:read',
    },
    {
      label: 'Money at risk',
      value: dollars(figures?.recovery?.atRisk),
      note:
        month &&
        (month.losingAccess > 0
          ? `${formatCount(month.losingAccess)} ${month.losingAccess === 1 ? 'loses' : 'lose'} access this week`
          : 'No one loses access this week'),
      ...(notInRisk > 0 && {
        title: `${formatCount(notInRisk)} ${notInRisk === 1 ? 'payment' : 'payments'} without a price or rate not included`,
      }),
      address: `${routes.payments}?view=losing_access`,
      needs: 'payments:read',
    },
    {
      label: 'Recovered this month',
      value: dollars(month?.recoveredRevenue),
      note:
        month &&
        (decided > 0 ? `${formatCount(recovered)} of ${formatCount(decided)} payments` : EMPTY_VALUE),
      address: `${routes.payments}?view=recovered${figures ? `&recovered=${figures.month}` : ''}`,
      needs: 'payments:read',
    },
  ];
}

// Not by Intl, whose first format would delay the rows of the cards below.
const monthNames = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

type ChangeProps = { now: number; before: number; month: string };

/** Such as "+2% vs. Oct 1–26". */
function Change({ now, before, month }: ChangeProps) {
  const days = daysBefore(month, new Date());
  if (before <= 0) return `None in ${days}`;
  const percent = Math.round(((now - before) / before) * 100);
  return (
    <>
      {percent !== 0 && <Trend isUp={percent > 0} />}
      {`${percent > 0 ? '+' : ''}${formatCount(percent)}% vs. `}
      <span className="days">{days}</span>
    </>
  );
}

/** The days of the month before that are compared with `month` (`YYYY-MM`, in UTC) so far. */
function daysBefore(month: string, now: Date): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const last = new Date(Date.UTC(year, number - 1, 0));
  const day = Math.min(now.getUTCDate(), last.getUTCDate());
  return `${monthNames[last.getUTCMonth()]} ${day === 1 ? '1' : `1–${day}`}`;
}

/** The words beside it say the same. */
function Trend({ isUp }: { isUp: boolean }) {
  const Icon = isUp ? TrendingUp : TrendingDown;
  return <Icon aria-hidden="true" />;
}
