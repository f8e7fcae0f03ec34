import type { Session } from '#contract/account.ts';
import { Card } from '../ui/card/Card.tsx';
import { formatTime } from '../ui/format/format.ts';
import type { Column } from '../ui/table/columns.ts';
import { FramedTable } from '../ui/table/Table.tsx';
import { SignOutEverywhere } from './SignOutEverywhere.tsx';
import { useEndSession } from './use-end-session.ts';

const TITLE = 'sessions-title';

/** `sessions` is null while loading. */
export function Sessions({ sessions, isBusy }: { sessions: readonly Session[] | null; isBusy: boolean }) {
  const { endingIds, endSession } = useEndSession();
  const columns: readonly Column<Session>[] = [
    { title: 'Device', isRowHeader: true, cell: deviceOf },
    { title: 'Started', kind: 'date', cell: ({ createdAt }) => formatTime(createdAt) },
    { title: 'Last used', kind: 'date', cell: ({ lastUsedAt }) => formatTime(lastUsedAt) },
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
    <Card title="Where you are signed in" titleId={TITLE} action={sessions && <SignOutEverywhere />}>
      <FramedTable
        columns={columns}
        rows={sessions}
        keyOf={({ id }) => id}
        className="records narrow"
        labelledBy={TITLE}
        skeletonRows={2}
        isBusy={isBusy}
      />
    </Card>
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
