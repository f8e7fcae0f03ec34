import { useQuery } from '@tanstack/react-query';
import { MONTHS_FEATURE, OVERVIEW_FEATURE } from '#contract/statistics/list.ts';
import { LazyPart, lazy, sayMissing } from '../ui/lazy.tsx';
import { newestUsersQuery } from '../users/queries.ts';
import { Counters } from './Counters.tsx';
import { NewestUsers } from './NewestUsers.tsx';
import { statisticsQuery } from './queries.ts';
import { Statistics } from './Statistics.tsx';

/** What shows beside the cards of the specification, after them. Together, so that no part moves another one. */
const more = lazy(async () => {
  const [{ Overview }, { MonthsCard }] = await Promise.all([
    import('./overview/Overview.tsx'),
    import('./chart/MonthsCard.tsx'),
  ]);
  return { Overview, MonthsCard };
});

/** Path `/`. */
export function Dashboard() {
  const { data } = useQuery(statisticsQuery);
  const { isSuccess: hasUsers } = useQuery(newestUsersQuery);
  const hasMonths = data?.features.includes(MONTHS_FEATURE);
  const hasOverview = data?.features.includes(OVERVIEW_FEATURE);
  return (
    <>
      <header className="screen-head">
        <h1>Home</h1>
        <Counters />
      </header>
      <div className="dashboard">
        <Statistics />
        <NewestUsers />
        {hasUsers && data && (hasMonths || hasOverview) && (
          <LazyPart code={more} onFailed={() => void sayMissing()}>
            {({ Overview, MonthsCard }) => (
              <>
                {hasOverview && <Overview />}
                {hasMonths && <MonthsCard statistics={data} />}
              </>
            )}
          </LazyPart>
        )}
      </div>
    </>
  );
}
