import { useQuery, useQueryClient } from '@tanstack/react-query';
import { toast } from 'react-hot-toast/headless';
import { useCan } from '#client/capabilities.ts';
import { download } from '#client/download.ts';
import { useSession } from '#client/session.ts';
import { exportPersonalData } from '#contract/users/personal-data.ts';
import { errorMessage } from '#forms/error-message.ts';
import { recordIdIn, routes } from '../../routes.ts';
import { Card } from '../../ui/Card.tsx';
import { copyText } from '../../ui/feedback/copy-text.ts';
import { isNotFound } from '../../ui/feedback/is-not-found.ts';
import { FailedPanel, Loading, useErrorToast } from '../../ui/feedback/QueryStates.tsx';
import { useSingleMutation } from '../../ui/feedback/use-single-mutation.ts';
import { SkeletonFields } from '../../ui/form/SkeletonFields.tsx';
import { Badge } from '../../ui/format/Badge.tsx';
import { fullName } from '../../ui/format/format.ts';
import { BackButton } from '../../ui/navigation/BackButton.tsx';
import { useRecordTitle } from '../../ui/navigation/document-title.ts';
import { useAddress } from '../../ui/navigation/use-address.ts';
import { saveFile } from '../../ui/save-file.ts';
import { auditKey, userQuery } from '../queries.ts';
import { ChangeHistory } from './ChangeHistory.tsx';
import { CourtesyAccess } from './CourtesyAccess.tsx';
import { DeletionNotice } from './DeletionNotice.tsx';
import { EndSessions } from './EndSessions.tsx';
import { Notes } from './Notes.tsx';
import { ReminderChoice } from './ReminderChoice.tsx';
import { SubscriptionHistory } from './SubscriptionHistory.tsx';
import { Suspension } from './Suspension.tsx';
import { UserForm } from './UserForm.tsx';
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
  // Without the own id, a page may be one's own.
  const isColleague = isAdministrator && ownId != null && String(user.id) !== String(ownId);
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

/** Saves everything that is held about a person, for their access request. */
function PersonalDataButton({ userId }: { userId: string }) {
  const client = useQueryClient();
  const { mutate, isPending } = useSingleMutation({
    mutationFn: () => download(exportPersonalData, { parameters: { userId }, query: undefined }),
    onSuccess: (file) => {
      const name = `personal-data-${userId}.zip`;
      saveFile(file, name);
      toast.success(`${name} has been saved`);
      void client.invalidateQueries({ queryKey: auditKey(userId) });
    },
    onError: (error) => toast.error(`Nothing was saved. ${errorMessage(error)}`),
  });
  return (
    <button
      type="button"
      className="secondary"
      aria-disabled={isPending || undefined}
      onClick={() => !isPending && mutate()}
    >
      {isPending ? 'Exporting…' : 'Export personal data'}
    </button>
  );
}

/** The token by which a purchase is known to be of this user. */
function StoreAccount({ token }: { token: string }) {
  return (
    <Card
      title="Store account"
      titleId="store-account-title"
      action={
        <button
          type="button"
          className="secondary"
          aria-label="Copy the store account"
          onClick={() => void copyText(token, 'Store account')}
        >
          Copy
        </button>
      }
    >
      <p className="store-account">
        <code>{token}</code>
      </p>
      <p className="muted">
        The app hands this code to the store with each purchase, so that we know who bought it.
      </p>
    </Card>
  );
}
