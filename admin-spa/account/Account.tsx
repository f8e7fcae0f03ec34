import { useQuery } from '@tanstack/react-query';
import { FailedPanel } from '../ui/feedback/FailedPanel.tsx';
import { Loading } from '../ui/feedback/Loading.tsx';
import { useErrorToast } from '../ui/feedback/use-error-toast.ts';
import { fullName, NOTHING } from '../ui/format/format.ts';
import { OwnPassword } from './OwnPassword.tsx';
import { account } from './queries.ts';
import { Sessions } from './Sessions.tsx';

/** /account: who is signed in, where, and with which password. */
export function Account() {
  const { data, error, errorUpdatedAt, isFetching, refetch } = useQuery(account);
  useErrorToast(error, errorUpdatedAt);
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
          {error && (
            <FailedPanel message="Your account could not be loaded." retry={refetch} busy={isFetching} />
          )}
          {!data && !error && <Loading />}
          {(data || !error) && <Sessions sessions={data?.sessions ?? null} busy={isFetching} />}
          {user && <OwnPassword email={user.email ?? ''} />}
        </div>
      )}
    </>
  );
}
