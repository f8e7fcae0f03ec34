import { useQuery } from '@tanstack/react-query';
import { userFeatures } from '#contract/users.ts';
import { recordIn, routes } from '../routes.ts';
import { BackButton } from '../ui/BackButton.tsx';
import { Badge } from '../ui/Badge.tsx';
import { FailedPanel } from '../ui/FailedPanel.tsx';
import { fullName } from '../ui/format.ts';
import { isMissing } from '../ui/is-missing.ts';
import { Loading } from '../ui/Loading.tsx';
import { SkeletonFields } from '../ui/SkeletonFields.tsx';
import { useAddress } from '../ui/use-address.ts';
import { useErrorToast } from '../ui/use-error-toast.ts';
import { useRecordTitle } from '../ui/use-record-title.ts';
import { ChangeHistory } from './ChangeHistory.tsx';
import { EndSessions } from './EndSessions.tsx';
import { userDetail } from './queries.ts';
import { SubscriptionHistory } from './SubscriptionHistory.tsx';
import { Suspension } from './Suspension.tsx';
import { UserForm } from './UserForm.tsx';

const TITLE = 'user-detail-title';
const labels = ['First Name', 'Last Name', 'Email', 'Phone', 'On Boarding Status'] as const;

/** /users/:userId: one user, to read and to correct, and what they subscribed to. */
export function UserDetail() {
  const userId = recordIn(useAddress().path);
  const { data, error, errorUpdatedAt, isFetching, refetch } = useQuery(userDetail(userId));
  useErrorToast(error, errorUpdatedAt);
  const user = data?.data ?? null;
  const offers = (feature: string) => data?.features.includes(feature) ?? false;
  const missing = isMissing(error) || (data !== undefined && user === null);
  const loading = !user && !missing && !error;
  useRecordTitle(user && fullName(user), 'User Detail');
  return (
    <>
      <header className="screen-head">
        <div className="titles">
          <h1>{user && !missing ? <bdi>{fullName(user)}</bdi> : 'User Detail'}</h1>
          {user && !missing && <h2 id={TITLE}>User Detail</h2>}
        </div>
        {user && !missing && (
          <div className="whose">
            <Badge status={user.status} />
            {offers(userFeatures.sessions) && <EndSessions user={user} userId={userId} />}
            {offers(userFeatures.suspend) && <Suspension user={user} userId={userId} />}
          </div>
        )}
        <BackButton to={routes.users} />
      </header>
      {loading && <Loading />}
      {missing ? (
        <p className="card empty">User detail not found - Sorry, we cannot find any related user details</p>
      ) : (
        <div className="stack">
          {error && <FailedPanel message="The user could not be loaded." retry={refetch} busy={isFetching} />}
          {loading && <SkeletonFields labels={labels} />}
          {user && (
            <UserForm
              user={user}
              version={offers(userFeatures.version) ? (data?.version ?? null) : null}
              userId={userId}
              titleId={TITLE}
            />
          )}
          <SubscriptionHistory userId={userId} />
          {user && offers(userFeatures.audit) && <ChangeHistory userId={userId} />}
        </div>
      )}
    </>
  );
}
