import { useQuery } from '@tanstack/react-query';
import { QueryStates, useErrorToast } from '../ui/feedback/QueryStates.tsx';
import { EMPTY_VALUE, fullName } from '../ui/format/format.ts';
import { OwnPassword } from './OwnPassword.tsx';
import { accountQuery } from './queries.ts';
import { Sessions } from './Sessions.tsx';

/** /account: the signed-in user, their sessions and their password. */
export function Account() {
  const query = useQuery(accountQuery);
  useErrorToast(query.error, query.errorUpdatedAt);
  const { data } = query;
  const user = data?.user;
  return (
    <>
      <header className="screen-head">
        <h1>Your account</h1>
        {user && (
          <p className="whose">
            <bdi>{fullName(user)}</bdi> <bdi>{user.email ?? EMPTY_VALUE}</bdi>
          </p>
        )}
      </header>
      <div className="stack">
        <QueryStates query={query} failure="Your account couldn’t be loaded." isLoaded={data !== undefined}>
          <Sessions sessions={data?.sessions ?? null} isBusy={query.isFetching} />
        </QueryStates>
        {user && <OwnPassword email={user.email ?? ''} />}
      </div>
    </>
  );
}
