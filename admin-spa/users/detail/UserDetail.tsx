import { useQuery } from '@tanstack/react-query';
import { useCan } from '#client/capabilities.ts';
import { useSession } from '#client/session.ts';
import { recordIdIn, routes } from '../../routes.ts';
import { isNotFound } from '../../ui/feedback/is-not-found.ts';
import { FailedPanel, Loading, useErrorToast } from '../../ui/feedback/QueryStates.tsx';
import { SkeletonFields } from '../../ui/form/SkeletonFields.tsx';
import { Badge } from '../../ui/format/Badge.tsx';
import { fullName } from '../../ui/format/format.ts';
import { BackButton } from '../../ui/navigation/BackButton.tsx';
import { useAddress } from '../../ui/navigation/use-address.ts';
import { useRecordTitle } from '../../ui/navigation/use-record-title.ts';
import { CourtesyAccess } from '../courtesy/CourtesyAccess.tsx';
import { Notes } from '../notes/Notes.tsx';
import { userQuery } from '../queries.ts';
import { ReminderChoice } from '../reminders/ReminderChoice.tsx';
import { UserForm } from '../update/UserForm.tsx';
import { ChangeHistory } from './ChangeHistory.tsx';
import { DeletionNotice } from './DeletionNotice.tsx';
import { EndSessions } from './EndSessions.tsx';
import { PersonalDataButton } from './PersonalDataButton.tsx';
import { StoreAccount } from './StoreAccount.tsx';
import { SubscriptionHistory } from './SubscriptionHistory.tsx';
import { Suspension } from './Suspension.tsx';
import { UserPayments } from './UserPayments.tsx';
import { UserSessions } from './UserSessions.tsx';
import './user-detail.scss';

const TITLE = 'user-detail-title';
const labels = ['First Name', 'Last Name', 'Email', 'Phone', 'On Boarding Status'] as const;

/** Path `/users/:userId`. */
export function UserDetail() {
  const userId = recordIdIn(routes.user, useAddress().path);
  const { data, error, errorUpdatedAt, isFetching, refetch } = useQuery(userQuery(userId));
  useErrorToast(error, errorUpdatedAt);
  const user = data?.data ?? null;
  const can = useCan();
  const ownId = useSession((session) => session.user?.id);
  const isAdministrator = user?.role === 'admin';
  const isColleague = isAdministrator && String(user.id) !== String(ownId);
  const isAppUser = user !== null && !isAdministrator;
  const isMissing = isNotFound(error) || (data !== undefined && user === null);
  const isLoading = !user && !isMissing && !error;
  useRecordTitle(user && fullName(user), 'User Detail');
  return (
    <>
      <header className="screen-head">
        <div className="titles">
          <h1>{user && !isMissing ? <bdi>{fullName(user)}</bdi> : 'User Detail'}</h1>
          {user && !isMissing && <h2 id={TITLE}>User Detail</h2>}
        </div>
        {user && !isMissing && (
          <div className="whose">
            <Badge status={user.status} />
            {can('personal-data:export') && <PersonalDataButton userId={userId} />}
            {isColleague && can('sessions:end') && <EndSessions user={user} userId={userId} />}
            {can('users:suspend') && <Suspension user={user} userId={userId} />}
          </div>
        )}
        <BackButton to={routes.users} />
      </header>
      {isLoading && <Loading />}
      {isMissing ? (
        <p className="card empty">User detail not found - Sorry, we cannot find any related user details</p>
      ) : (
        // Pages and what is open belong to one user.
        <div key={userId} className="stack">
          {error && (
            <FailedPanel message="The user couldn’t be loaded." retry={refetch} isBusy={isFetching} />
          )}
          {isLoading && <SkeletonFields labels={labels} />}
          {user && data?.deletion && (
            <DeletionNotice
              deletion={data.deletion}
              user={user}
              userId={userId}
              canStop={can('users:stop-deletion')}
            />
          )}
          {user && (
            <UserForm
              user={user}
              version={can('users:edit') ? (data?.version ?? null) : null}
              userId={userId}
              titleId={TITLE}
            />
          )}
          <SubscriptionHistory userId={userId} />
          {user && can('payments:filter') && <UserPayments userId={userId} />}
          {isAppUser && can('courtesy:grant') && (
            <CourtesyAccess user={user} userId={userId} isClosed={user.status === 'deleted'} />
          )}
          {isAppUser && can('payments:remind') && (
            <ReminderChoice userId={userId} isClosed={user.status === 'deleted'} />
          )}
          {can('subscriptions:read') && data?.storeAccountToken && (
            <StoreAccount token={data.storeAccountToken} />
          )}
          {isAdministrator && can('sessions:end') && <UserSessions userId={userId} />}
          {user && can('notes:write') && <Notes userId={userId} isClosed={user.status === 'deleted'} />}
          {user && can('audit:read') && <ChangeHistory userId={userId} />}
        </div>
      )}
    </>
  );
}
