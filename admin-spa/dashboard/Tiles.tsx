import { useQuery } from '@tanstack/react-query';
import { TrendingDown, TrendingUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Overview } from '#contract/statistics/overview.ts';
import { routes } from '../routes.ts';
import { EMPTY_VALUE, formatCount, formatMoney } from '../ui/format/format.ts';
import { overviewQuery } from './queries.ts';

type Tile = { label: string; value: string; note: ReactNode; address: string };

/** The month at a glance: four figures, each a link to what it counts. */
export function Tiles() {
  const { data, isError } = useQuery(overviewQuery);
  const figures = data?.data;
  // Another provider may have no such figures. The card below says what failed.
  if (figures && !figures.thisMonth) return null;
  const tiles = toTiles(figures, isError ? EMPTY_VALUE : LOADING);
  return (
    <ul className="tiles" aria-label="This month" aria-busy={!figures && !isError}>
      {tiles.map(({ label, value, note, address }) => (
        <li key={label}>
          <TileLink address={address}>
            <span className="label">{label}</span>
            <strong>{value}</strong>
            <span className="note">{note}</span>
          </TileLink>
        </li>
      ))}
    </ul>
  );
}

/** The router knows no place on the same screen. */
function TileLink({ address, children }: { address: string; children: ReactNode }) {
  return address.startsWith('#') ? <a href={address}>{children}</a> : <Link href={address}>{children}</Link>;
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
      note: month && <Change now={month.revenue} before={month.revenueBefore} />,
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
    },
    {
      label: 'Money at risk',
      value: dollars(figures?.recovery?.atRisk),
      note:
        month &&
        [
          month.endingThisWeek > 0
            ? `${formatCount(month.endingThisWeek)} ${month.endingThisWeek === 1 ? 'ends' : 'end'} this week`
            : 'Nothing ends this week',
          ...(notInRisk > 0 ? [`${formatCount(notInRisk)} without a price or rate`] : []),
        ].join(', '),
      address: `${routes.payments}${month && month.endingThisWeek > 0 ? '?deadline=week' : ''}`,
    },
    {
      label: 'Recovered this month',
      value: dollars(month?.recoveredRevenue),
      note:
        month &&
        (decided > 0 ? `${formatCount(recovered)} of ${formatCount(decided)} payments` : EMPTY_VALUE),
      address: `${routes.payments}?state=recovered${figures ? `&recovered=${figures.month}` : ''}`,
    },
  ];
}

const percent = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 0 });

function Change({ now, before }: { now: number; before: number }) {
  if (before <= 0) return 'Nothing in the same days last month';
  const change = (now - before) / before;
  return (
    <>
      <Trend isUp={change >= 0} />
      {`${percent.format(Math.abs(change))} ${change >= 0 ? 'more' : 'less'} than in the same days last month`}
    </>
  );
}

/** The words beside it say the same. */
function Trend({ isUp }: { isUp: boolean }) {
  const Icon = isUp ? TrendingUp : TrendingDown;
  return <Icon aria-hidden="true" />;
}
