import type { Session } from '#contract/account.ts';
import { When } from '../ui/date/When.tsx';
import { formatTime } from '../ui/format/format.ts';
import type { Column } from '../ui/table/columns.ts';
import { FramedTable } from '../ui/table/Table.tsx';

type Props = {
  /** Null while loading. */
  sessions: readonly Session[] | null;
  labelledBy: string;
  isBusy: boolean;
  endingIds: ReadonlySet<string>;
  endSession: (id: string) => void;
};

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
