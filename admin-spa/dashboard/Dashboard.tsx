import { useQuery } from '@tanstack/react-query';
import { MONTHS_FEATURE, OVERVIEW_FEATURE } from '#contract/statistics/list.ts';
import { useLazyPart } from '../ui/feedback/use-lazy-part.ts';
import { newestUsersQuery } from '../users/queries.ts';
import { Counters } from './Counters.tsx';
import { NewestUsers } from './NewestUsers.tsx';
import { statisticsQuery } from './queries.ts';
import { Statistics } from './Statistics.tsx';

const loadMore = () => import('./load-more.ts').then((more) => more.loadMore());

/** Path `/`. */
export function Dashboard() {
  const { data } = useQuery(statisticsQuery);
  const { isSuccess: hasUsers } = useQuery(newestUsersQuery);
  const hasMonths = data?.features.includes(MONTHS_FEATURE);
  const hasOverview = data?.features.includes(OVERVIEW_FEATURE);
  const more = useLazyPart(loadMore, { isWanted: hasUsers && Boolean(hasMonths || hasOverview) });
  return (
    <>
      <header className="screen-head">
        <h1>Home</h1>
        <Counters />
      </header>
      <div className="dashboard">
        <Statistics />
        <NewestUsers />
        {more && hasOverview && <more.Overview />}
        {more && data && hasMonths && <more.MonthsCard statistics={data} />}
      </div>
    </>
  );
}
