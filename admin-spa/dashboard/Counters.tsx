import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { routes } from '../routes.ts';
import { formatCount } from '../ui/format/format.ts';
import { statisticsQuery } from './queries.ts';

/** Empty if the provider sends no totals with the statistics. */
export function Counters() {
  const { data } = useQuery(statisticsQuery);
  const totals = data?.totals;
  if (!totals) return null;
  return (
    <dl className="counters">
      <div>
        <dt>
          <Link href={routes.users}>Total users</Link>
        </dt>
        <dd>{formatCount(totals.users)}</dd>
      </div>
      <div>
        <dt>
          {/* Only published recipes count. A provider without filters lists all of them. */}
          <Link href={`${routes.recipes}?state=published`}>Total recipes</Link>
        </dt>
        <dd>{formatCount(totals.recipes)}</dd>
      </div>
      <div>
        <dt>Total ingredients</dt>
        <dd>{formatCount(totals.ingredients)}</dd>
      </div>
    </dl>
  );
}
