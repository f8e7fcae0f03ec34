import { useQuery } from '@tanstack/react-query';
import { useCan } from '#client/capabilities.ts';
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
          <LazyPart code={more} onFailed={() => void sayMissing()}>
            {({ Overview, MonthsCard }) => (
              <>
                <Overview />
                <MonthsCard rows={data.data} />
              </>
            )}
          </LazyPart>
        )}
      </div>
    </>
  );
}
