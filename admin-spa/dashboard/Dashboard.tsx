import { Counters } from './Counters.tsx';
import { NewestUsers } from './NewestUsers.tsx';
import { Statistics } from './Statistics.tsx';

/** Path `/`. */
export function Dashboard() {
  return (
    <>
      <header className="screen-head">
        <h1>Home</h1>
        <Counters />
      </header>
      <div className="dashboard">
        <Statistics />
        <NewestUsers />
      </div>
    </>
  );
}
