import { useQuery } from '@tanstack/react-query';
import { QueryStates } from '../ui/feedback/QueryStates.tsx';
import { useErrorToast } from '../ui/feedback/use-error-toast.ts';
import { fullName, NOTHING } from '../ui/format/format.ts';
import { OwnPassword } from './OwnPassword.tsx';
import { account } from './queries.ts';
import { Sessions } from './Sessions.tsx';

/** /account: the signed-in user, their sessions and their password. */
export function Account() {
  const query = useQuery(account);
  useErrorToast(query.error, query.errorUpdatedAt);
  const { data } = query;
  const user = data?.user;
  return (
    <>
      <header className="screen-head">
        <h1>Your account</h1>
        {user && (
          <p className="whose">
            <bdi>{fullName(user)}</bdi> <bdi>{user.email ?? NOTHING}</bdi>
          </p>
        )}
      </header>
      {data === null ? (
        <p className="card empty">This server has nothing to show about your account.</p>
      ) : (
        <div className="stack">
          <QueryStates query={query} failure="Your account could not be loaded." loaded={data !== undefined}>
            <Sessions sessions={data?.sessions ?? null} busy={query.isFetching} />
          </QueryStates>
          {user && <OwnPassword email={user.email ?? ''} />}
        </div>
      )}
    </>
  );
}
