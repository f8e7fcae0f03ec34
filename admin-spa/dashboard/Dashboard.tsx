import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { useCan } from '#client/capabilities.ts';
import { routes } from '../routes.ts';
import { formatCount } from '../ui/format/format.ts';
import { LazyModule, lazy, sayMissing } from '../ui/lazy.tsx';
import { newestUsersQuery } from '../users/queries.ts';
import { NewestUsers } from './NewestUsers.tsx';
import { statisticsQuery } from './queries.ts';
import { Statistics } from './Statistics.tsx';

/**
 * The cards that the specification does not name. They load after its own, and together, so that none moves another.
 */
const more = lazy(async () => {
  const [{ Overview }, { MonthsCard }] = await Promise.all([
    import('./Overview.tsx'),
    import('./MonthsCard.tsx'),
  ]);
  return { Overview, MonthsCard };
});

/** Path `/`. */
export function Dashboard() {
  const { data } = useQuery(statisticsQuery);
  const { isSuccess: hasUsers } = useQuery(newestUsersQuery);
  const can = useCan();
  return (
    <>
      <header className="screen-head">
        <h1>Home</h1>
        <Counters />
      </header>
      <div className="dashboard">
        <Statistics />
        <NewestUsers />
        {hasUsers && data && can('statistics:read') && (
          <LazyModule code={more} onFailed={() => void sayMissing()}>
            {({ Overview, MonthsCard }) => (
              <>
                <Overview />
                <MonthsCard rows={data.data} />
              </>
            )}
          </LazyModule>
        )}
      </div>
    </>
  );
}

/** Shows nothing if the provider sends no totals with the statistics. */
function Counters() {
  const { data } = useQuery(statisticsQuery);
  const totals = data?.totals;
  if (!totals) return null;
  return (
    <dl className="counters">
      <div>
        <dt>
          {/* Administrators don’t count. A provider without filters lists them, too. */}
          <Link href={`${routes.users}?role=user`}>Total users</Link>
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
