import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { Link } from 'wouter';
import { useCan } from '#client/capabilities.ts';
import { AllowedLink } from '../records/AllowedLink.tsx';
import { routes } from '../routes.ts';
import { Loading } from '../ui/feedback/QueryStates.tsx';
import { formatCount } from '../ui/format/format.ts';
import { lazy, OpenedModule } from '../ui/lazy.tsx';
import { newestUsersQuery } from '../users/queries.ts';
import { NewestUsers } from './NewestUsers.tsx';
import { statisticsQuery } from './queries.ts';
import { Statistics } from './Statistics.tsx';
import { Tiles } from './Tiles.tsx';
import './home.scss';

/** They load after the figures and the cards of the specification, into the room that is kept for them. */
const more = lazy(async () => {
  const [{ NeedsAttention }, { MonthsCard }] = await Promise.all([
    import('./NeedsAttention.tsx'),
    import('./MonthsCard.tsx'),
  ]);
  return { NeedsAttention, MonthsCard };
});

const guide = lazy(() => import('./DemoGuide.tsx'));
const recipesHome = lazy(() => import('../recipes/RecipesHome.tsx'));

/**
 * Path `/`. A provider without `statistics:read` has the two cards of the specification. A role without figures has the
 * recipes instead.
 */
export function Dashboard() {
  const can = useCan();
  const hasFigures = can('statistics:list');
  const hasUsers = can('users:read');
  const hasOverview = hasFigures && can('statistics:read');
  // The rows of the specification come first.
  const isReady = !useQuery({ ...newestUsersQuery, enabled: hasUsers }).isPending || !hasUsers;
  return (
    <>
      <header className="screen-head">
        <h1>Home</h1>
        {hasFigures && <Counters />}
        {!hasFigures && can('recipes:edit') && (
          <Link href={routes.recipeNew} className="primary">
            <Plus aria-hidden="true" />
            New recipe
          </Link>
        )}
      </header>
      {hasOverview && (
        <>
          <Tiles />
          {can('demo:guide') && isReady && (
            <OpenedModule code={guide}>{({ DemoGuide }) => <DemoGuide />}</OpenedModule>
          )}
          <div className="dashboard-now">
            {isReady && (
              <OpenedModule code={more}>
                {({ NeedsAttention, MonthsCard }) => (
                  <>
                    <NeedsAttention />
                    <MonthsCard />
                  </>
                )}
              </OpenedModule>
            )}
          </div>
        </>
      )}
      {!hasFigures && can('recipes:filter') && (
        <OpenedModule code={recipesHome} fallback={<Loading />}>
          {({ RecipesHome }) => <RecipesHome />}
        </OpenedModule>
      )}
      {(hasFigures || hasUsers) && (
        <div className="dashboard">
          {hasFigures && <Statistics />}
          {hasUsers && <NewestUsers />}
        </div>
      )}
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
          <AllowedLink needs="users:read" href={`${routes.users}?role=user`}>
            Total users
          </AllowedLink>
        </dt>
        <dd>{formatCount(totals.users)}</dd>
      </div>
      <div>
        <dt>
          {/* Only published recipes count. A provider without filters lists all of them. */}
          <AllowedLink needs="recipes:read" href={`${routes.recipes}?state=published`}>
            Total recipes
          </AllowedLink>
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
