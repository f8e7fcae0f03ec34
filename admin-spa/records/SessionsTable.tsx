import { type QueryKey, useMutation, useMutationState, useQueryClient } from '@tanstack/react-query';
import { toast } from 'react-hot-toast/headless';
import type { Session } from '#contract/account.ts';
import { errorMessage } from '#forms/error-message.ts';
import { formatTime } from '../ui/format/format.ts';
import { When } from '../ui/format/When.tsx';
import { focusHeading } from '../ui/navigation/use-heading-focus.ts';
import { reloadPending } from '../ui/reload-pending.ts';
import type { Column } from '../ui/table/columns.ts';
import { FramedTable } from '../ui/table/Table.tsx';

type Props = {
  /** It is null while loading. */
  sessions: readonly Session[] | null;
  labelledBy: string;
  isBusy: boolean;
  endingIds: ReadonlySet<string>;
  endSession: (id: string) => void;
};

/** Lists where a person is signed in, with a button to end each session but the current one. */
export function SessionsTable({ sessions, labelledBy, isBusy, endingIds, endSession }: Props) {
  const columns: readonly Column<Session>[] = [
    { title: 'Device', isRowHeader: true, cell: deviceOf },
    { title: 'Started', kind: 'date', cell: ({ createdAt }) => <When at={createdAt} hasTime /> },
    { title: 'Last used', kind: 'date', cell: ({ lastUsedAt }) => <When at={lastUsedAt} hasTime /> },
    {
      title: 'Action',
      kind: 'actions',
      hasLabel: false,
      cell: (session) =>
        session.current ? (
          'This device'
        ) : (
          <EndButton
            session={session}
            isEnding={endingIds.has(session.id)}
            onEnd={() => endSession(session.id)}
          />
        ),
    },
  ];
  return (
    <FramedTable
      columns={columns}
      rows={sessions}
      keyOf={({ id }) => id}
      className="records narrow"
      labelledBy={labelledBy}
      skeletonRows={2}
      isBusy={isBusy}
    />
  );
}

type EndProps = { session: Session; isEnding: boolean; onEnd: () => void };

function EndButton({ session, isEnding, onEnd }: EndProps) {
  const label = isEnding ? 'Signing out…' : 'Sign out';
  return (
    <button
      type="button"
      className="secondary"
      aria-label={`${label} on ${deviceOf(session)}, started ${formatTime(session.createdAt)}`}
      aria-disabled={isEnding || undefined}
      onClick={onEnd}
    >
      {label}
    </button>
  );
}

function deviceOf({ userAgent }: Session): string {
  return userAgent || 'Unknown device';
}

type Options = {
  mutationKey: QueryKey;
  /** Names the cached list of sessions. */
  queryKey: QueryKey;
  end: (id: string) => Promise<{ message: string }>;
  /** Removes the session from the cached list. */
  remove: (id: string) => void;
};

/** Ends one session at a time per id. `endingIds` holds the ids of pending calls. */
export function useEndSession({ mutationKey, queryKey, end, remove }: Options): {
  endingIds: ReadonlySet<string>;
  endSession: (id: string) => void;
} {
  const client = useQueryClient();
  const { mutate } = useMutation({
    mutationKey,
    mutationFn: end,
    onSuccess({ message }, id) {
      toast.success(message || 'Signed out there.');
      const button = document.activeElement;
      // The focused button is removed with its row.
      if (button?.closest('tr')) focusHeading(button);
      remove(id);
      reloadPending(client, queryKey);
    },
    onError: (error) => {
      toast.error(errorMessage(error));
      // The session may have ended already.
      void client.invalidateQueries({ queryKey });
    },
  });
  const endingIds = new Set(
    useMutationState({
      filters: { mutationKey, status: 'pending' },
      select: ({ state }) => String(state.variables),
    }),
  );
  // The cache is asked at the click, because a second one may come before the first one is rendered.
  const isEnding = (id: string) =>
    client.isMutating({ mutationKey, predicate: ({ state }) => state.variables === id }) > 0;
  return { endingIds, endSession: (id) => isEnding(id) || mutate(id) };
}
