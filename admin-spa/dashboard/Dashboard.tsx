import { useQuery } from '@tanstack/react-query';
import { MONTHS_FEATURE } from '#contract/statistics.ts';
import { useLazyPart } from '../ui/feedback/use-lazy-part.ts';
import { newestUsersQuery } from '../users/queries.ts';
import { Counters } from './Counters.tsx';
import { NewestUsers } from './NewestUsers.tsx';
import { statisticsQuery } from './queries.ts';
import { Statistics } from './Statistics.tsx';

const loadChart = () => import('./chart/load-chart.ts').then((chart) => chart.loadChart());

/** Path `/`. */
export function Dashboard() {
  const { data } = useQuery(statisticsQuery);
  const { isSuccess: hasUsers } = useQuery(newestUsersQuery);
  // After the tables: the first one has the same figures.
  const hasMonths = data?.features.includes(MONTHS_FEATURE) ?? false;
  const chart = useLazyPart(loadChart, { isWanted: hasMonths && hasUsers });
  return (
    <>
      <header className="screen-head">
        <h1>Home</h1>
        <Counters />
      </header>
      <div className="dashboard">
        <Statistics />
        <NewestUsers />
        {chart && data && hasMonths && <chart.MonthsChart rows={data.data} />}
      </div>
    </>
  );
}
