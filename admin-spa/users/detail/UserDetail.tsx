import { useQuery } from '@tanstack/react-query';
import { userFeatures } from '#contract/users/features.ts';
import { recordIdIn, routes } from '../../routes.ts';
import { FailedPanel } from '../../ui/feedback/FailedPanel.tsx';
import { isNotFound } from '../../ui/feedback/is-not-found.ts';
import { Loading } from '../../ui/feedback/Loading.tsx';
import { useErrorToast } from '../../ui/feedback/use-error-toast.ts';
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
  const hasFeature = (feature: string) => data?.features.includes(feature) ?? false;
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
            {hasFeature(userFeatures.personalData) && <PersonalDataButton userId={userId} />}
            {hasFeature(userFeatures.sessions) && <EndSessions user={user} userId={userId} />}
            {hasFeature(userFeatures.suspend) && <Suspension user={user} userId={userId} />}
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
              canStop={hasFeature(userFeatures.stopDeletion)}
            />
          )}
          {user && (
            <UserForm
              user={user}
              version={hasFeature(userFeatures.version) ? (data?.version ?? null) : null}
              userId={userId}
              titleId={TITLE}
            />
          )}
          {/* While nothing is known, there is room for what our server offers. */}
          <SubscriptionHistory
            userId={userId}
            hasCharges={isLoading || hasFeature(userFeatures.charges)}
            hasCurrencies={hasFeature(userFeatures.currencies)}
          />
          {user && hasFeature(userFeatures.payments) && <UserPayments userId={userId} />}
          {user && hasFeature(userFeatures.courtesy) && (
            <CourtesyAccess user={user} userId={userId} isClosed={user.status === 'deleted'} />
          )}
          {user && hasFeature(userFeatures.reminderChoice) && (
            <ReminderChoice userId={userId} isClosed={user.status === 'deleted'} />
          )}
          {hasFeature(userFeatures.storeAccount) && data?.storeAccountToken && (
            <StoreAccount token={data.storeAccountToken} />
          )}
          {user && hasFeature(userFeatures.sessionList) && <UserSessions userId={userId} />}
          {user && hasFeature(userFeatures.notes) && (
            <Notes userId={userId} isClosed={user.status === 'deleted'} />
          )}
          {user && hasFeature(userFeatures.audit) && (
            <ChangeHistory userId={userId} hasPages={hasFeature(userFeatures.pages)} />
          )}
        </div>
      )}
    </>
  );
}
