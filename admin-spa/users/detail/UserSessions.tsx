import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '#client/call.ts';
import { endSession, listSessions } from '#contract/users/sessions.ts';
import { SessionsTable, useEndSession } from '../../records/SessionsTable.tsx';
import { QueryCard } from '../../ui/Card.tsx';
import { sessionsKey, timelineKey } from '../queries.ts';

const TITLE = 'user-sessions-title';

function sessionsQuery(userId: string) {
  return queryOptions({
    queryKey: sessionsKey(userId),
    queryFn: ({ signal }) => call(listSessions, { parameters: { userId }, signal }),
  });
}

/** Shows where an administrator is signed in. */
export function UserSessions({ userId }: { userId: string }) {
  const client = useQueryClient();
  const list = sessionsQuery(userId);
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
      void client.invalidateQueries({ queryKey: timelineKey(userId) });
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
