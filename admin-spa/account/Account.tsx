import { useQuery, useQueryClient } from '@tanstack/react-query';
import { toast } from 'react-hot-toast/headless';
import { Link } from 'wouter';
import { call } from '#client/call.ts';
import { useCan } from '#client/capabilities.ts';
import { endSession } from '#client/session.ts';
import { endOwnSession, type Session, signOutEverywhere } from '#contract/account.ts';
import { errorMessage } from '#forms/error-message.ts';
import { SessionsTable, useEndSession } from '../records/SessionsTable.tsx';
import { routes } from '../routes.ts';
import { Card } from '../ui/Card.tsx';
import { ConfirmButton } from '../ui/feedback/ConfirmButton.tsx';
import { QueryStates, useErrorToast } from '../ui/feedback/QueryStates.tsx';
import { useSingleMutation } from '../ui/feedback/use-single-mutation.ts';
import { EMPTY_VALUE, fullName } from '../ui/format/format.ts';
import { OwnPassword } from './OwnPassword.tsx';
import { accountQuery } from './queries.ts';

const SESSIONS_TITLE_ID = 'sessions-title';

/** Path `/account`: the signed-in user, their sessions and their password. */
export function Account() {
  const can = useCan();
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
        {can('security:manage') && <Link href={routes.accountSecurity}>Sign-in security</Link>}
        {can('app-keys:manage') && <Link href={routes.appKeys}>App keys</Link>}
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

/** `sessions` is null while loading. */
function Sessions({ sessions, isBusy }: { sessions: readonly Session[] | null; isBusy: boolean }) {
  const client = useQueryClient();
  const ending = useEndSession({
    mutationKey: ['account', 'end'],
    queryKey: accountQuery.queryKey,
    end: (id) => call(endOwnSession, { parameters: { id } }),
    remove: (id) =>
      client.setQueryData(
        accountQuery.queryKey,
        (old) => old && { ...old, sessions: old.sessions.filter((session) => session.id !== id) },
      ),
  });
  return (
    <Card
      title="Where you are signed in"
      titleId={SESSIONS_TITLE_ID}
      action={sessions && <SignOutEverywhere />}
    >
      <SessionsTable sessions={sessions} labelledBy={SESSIONS_TITLE_ID} isBusy={isBusy} {...ending} />
    </Card>
  );
}

function SignOutEverywhere() {
  const client = useQueryClient();
  const { mutate, isPending } = useSingleMutation({
    mutationFn: () => call(signOutEverywhere),
    onSuccess: ({ message }) => {
      // The list is stale. It is loaded again after the next sign-in.
      void client.invalidateQueries({ queryKey: accountQuery.queryKey, refetchType: 'none' });
      toast.success(message || 'Signed out everywhere.');
      endSession();
    },
    onError: (error) => toast.error(errorMessage(error)),
  });
  return (
    <ConfirmButton
      label="Sign out everywhere"
      busyLabel="Signing out…"
      isBusy={isPending}
      title="Sign out everywhere?"
      isDestructive
      onConfirm={() => mutate()}
    >
      All your sessions end now, on this device too. You’ll have to sign in again.
    </ConfirmButton>
  );
}
