import { useQueryClient } from '@tanstack/react-query';
import { call } from '#client/call.ts';
import { endOwnSession, type Session } from '#contract/account.ts';
import { Card } from '../ui/Card.tsx';
import { accountQuery } from './queries.ts';
import { SessionsTable } from './SessionsTable.tsx';
import { SignOutEverywhere } from './SignOutEverywhere.tsx';
import { useEndSession } from './use-end-session.ts';

const TITLE = 'sessions-title';

/** `sessions` is null while loading. */
export function Sessions({ sessions, isBusy }: { sessions: readonly Session[] | null; isBusy: boolean }) {
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
    <Card title="Where you are signed in" titleId={TITLE} action={sessions && <SignOutEverywhere />}>
      <SessionsTable sessions={sessions} labelledBy={TITLE} isBusy={isBusy} {...ending} />
    </Card>
  );
}
