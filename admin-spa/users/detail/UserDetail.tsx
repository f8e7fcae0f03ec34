import { useQuery, useQueryClient } from '@tanstack/react-query';
import { toast } from 'react-hot-toast/headless';
import { isBelowOwner, useCan } from '#client/capabilities.ts';
import { download } from '#client/download.ts';
import { useSession } from '#client/session.ts';
import { exportPersonalData } from '#contract/users/personal-data.ts';
import type { User } from '#contract/users/records.ts';
import { errorMessage } from '#forms/error-message.ts';
import { nameOfUser } from '../../records/UserLink.tsx';
import { recordIdIn, routes } from '../../routes.ts';
import { isNotFound } from '../../ui/feedback/is-not-found.ts';
import { FailedPanel, Loading, useErrorToast } from '../../ui/feedback/QueryStates.tsx';
import { useSingleMutation } from '../../ui/feedback/use-single-mutation.ts';
import { SkeletonFields } from '../../ui/form/SkeletonFields.tsx';
import { Badge } from '../../ui/format/Badge.tsx';
import { lazy, OpenedModule } from '../../ui/lazy.tsx';
import { BackButton } from '../../ui/navigation/BackButton.tsx';
import { useRecordTitle } from '../../ui/navigation/document-title.ts';
import { useAddress } from '../../ui/navigation/use-address.ts';
import { Popover } from '../../ui/Popover.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { timelineKey, userQuery } from '../queries.ts';
import { CourtesyAccess } from './CourtesyAccess.tsx';
import { CopyButton, CustomerFacts } from './CustomerFacts.tsx';
import { DeletionNotice } from './DeletionNotice.tsx';
import { EndSessions } from './EndSessions.tsx';
import { Profile } from './Profile.tsx';
import { ReminderChoice } from './ReminderChoice.tsx';
import { SubscriptionHistory } from './SubscriptionHistory.tsx';
import { Suspension } from './Suspension.tsx';
import { UserForm } from './UserForm.tsx';
import { UserPayments } from './UserPayments.tsx';
import { UserTimeline } from './UserTimeline.tsx';
import './user-detail.scss';

/** Few users are administrators. */
const userSessions = lazy(() => import('./UserSessions.tsx'));

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
  // Only an owner changes an administrator.
  const mayChange = !(isAdministrator && isBelowOwner());
  const isMissing = isNotFound(error) || (data !== undefined && user === null);
  const isLoading = !user && !isMissing && !error;
  useRecordTitle(user && nameOfUser(user), 'User Detail');
  const isClosed = user?.status === 'deleted';
  const customer = can('subscriptions:read') ? (data?.customer ?? null) : null;
  return (
    <>
      <header className="screen-head">
        <div className="titles">
          <h1>{user && !isMissing ? <bdi>{nameOfUser(user)}</bdi> : 'User Detail'}</h1>
          {user && !isMissing && !customer && <Badge status={user.status} />}
        </div>
        {user && !isMissing && (
          <div className="record-tools">
            {can('subscriptions:read') && (
              <IdMenu
                user={user}
                externalId={customer?.externalId ?? null}
                storeAccount={data?.storeAccountToken ?? null}
              />
            )}
            {mayChange && can('personal-data:export') && <PersonalDataButton userId={userId} />}
            {isColleague && can('sessions:end') && <EndSessions user={user} userId={userId} />}
            {mayChange && can('users:suspend') && <Suspension user={user} userId={userId} />}
          </div>
        )}
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
          {user && data?.deletion && (
            <DeletionNotice
              deletion={data.deletion}
              user={user}
              userId={userId}
              canStop={mayChange && can('users:stop-deletion')}
            />
          )}
          {user && customer && <CustomerFacts user={user} customer={customer} />}
          {isLoading && can('subscriptions:read') && (
            <div className="card facts skeleton" aria-hidden="true" />
          )}
          <div className={can('users:read-timeline') ? 'customer' : 'stack'}>
            <div className="stack">
              {isLoading && <SkeletonFields labels={labels} />}
              {user &&
                (mayChange && can('users:update') && can('people:read') ? (
                  <UserForm
                    user={user}
                    version={can('users:edit') ? (data?.version ?? null) : null}
                    userId={userId}
                  />
                ) : (
                  <Profile user={user} isProtected={!mayChange} />
                ))}
              <SubscriptionHistory userId={userId} />
              {user && can('payments:filter') && <UserPayments userId={userId} />}
              {isAppUser && can('courtesy:grant') && (
                <CourtesyAccess user={user} userId={userId} isClosed={isClosed} />
              )}
              {isAppUser && can('payments:remind') && <ReminderChoice userId={userId} isClosed={isClosed} />}
              {isAdministrator && can('sessions:end') && (
                <OpenedModule code={userSessions}>
                  {({ UserSessions }) => <UserSessions userId={userId} />}
                </OpenedModule>
              )}
            </div>
            {user && can('users:read-timeline') && (
              <UserTimeline userId={userId} canNote={mayChange && can('notes:write')} isClosed={isClosed} />
            )}
          </div>
        </div>
      )}
      {/* The form has it beside Update, the profile below its facts. While the user loads, it would move away from a click. */}
      {(isMissing || (error && !user)) && (
        <p className="back">
          <BackButton to={routes.users} />
        </p>
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
      void client.invalidateQueries({ queryKey: timelineKey(userId) });
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

type IdProps = { user: User; externalId: string | null; storeAccount: string | null };

/** What engineers and stores ask for. The store account is the token by which a purchase is known to be of this user. */
function IdMenu({ user, externalId, storeAccount }: IdProps) {
  return (
    <Popover label="IDs">
      {() => (
        <section aria-label="IDs of this user">
          <dl className="ids">
            <dt>User ID</dt>
            <dd>
              <code>{user.id}</code>
              <CopyButton text={String(user.id)} name="User ID" />
            </dd>
            {externalId !== null && (
              <>
                <dt>External ID</dt>
                <dd>
                  <code>
                    <bdi>{externalId}</bdi>
                  </code>
                  <CopyButton text={externalId} name="External ID" />
                </dd>
                <dd className="muted">The app’s own ID of this user.</dd>
              </>
            )}
            {storeAccount && (
              <>
                <dt>Store account</dt>
                <dd>
                  <code>{storeAccount}</code>
                  <CopyButton text={storeAccount} name="Store account" />
                </dd>
                <dd className="muted">
                  The app hands this code to the store with each purchase, so that we know who bought it.
                </dd>
              </>
            )}
          </dl>
        </section>
      )}
    </Popover>
  );
}
