import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '#client/call.ts';
import { endSession } from '#contract/users/sessions.ts';
import { SessionsTable } from '../../account/SessionsTable.tsx';
import { useEndSession } from '../../account/use-end-session.ts';
import { QueryCard } from '../../ui/Card.tsx';
import { auditKey } from '../queries.ts';
import { userSessionsQuery } from './history-queries.ts';

const TITLE = 'user-sessions-title';

/** Shows where an administrator is signed in. */
export function UserSessions({ userId }: { userId: string }) {
  const client = useQueryClient();
  const list = userSessionsQuery(userId);
  const query = useQuery(list);
  const sessions = query.data?.data;
  const ending = useEndSession({
    mutationKey: ['users', 'end-session', userId],
    queryKey: list.queryKey,
    end: (sessionId) => call(endSession, { parameters: { userId, sessionId } }),
    remove: (id) => {
      client.setQueryData(
        list.queryKey,
        (old) => old && { ...old, data: old.data.filter((session) => session.id !== id) },
      );
      void client.invalidateQueries({ queryKey: auditKey(userId) });
    },
  });
  return (
    <QueryCard
      title="Sessions"
      titleId={TITLE}
      query={query}
      failure="The sessions couldn’t be loaded."
      rows={sessions}
      empty="Not signed in anywhere."
    >
      <SessionsTable sessions={sessions ?? null} labelledBy={TITLE} isBusy={query.isFetching} {...ending} />
    </QueryCard>
  );
}
