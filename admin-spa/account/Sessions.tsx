import type { Session } from '#contract/account.ts';
import { Card } from '../ui/card/Card.tsx';
import { formatTime } from '../ui/format/format.ts';
import type { Column } from '../ui/table/columns.ts';
import { FramedTable } from '../ui/table/Table.tsx';
import { SignOutEverywhere } from './SignOutEverywhere.tsx';
import { useEndSession } from './use-end-session.ts';

const TITLE = 'sessions-title';

/** `sessions` is null while loading. */
export function Sessions({ sessions, busy }: { sessions: readonly Session[] | null; busy: boolean }) {
  const { ending, end } = useEndSession();
  const columns: readonly Column<Session>[] = [
    { title: 'Device', heads: true, cell: deviceOf },
    { title: 'Started', kind: 'date', cell: ({ createdAt }) => formatTime(createdAt) },
    { title: 'Last used', kind: 'date', cell: ({ lastUsedAt }) => formatTime(lastUsedAt) },
    {
      title: 'Action',
      kind: 'actions',
      labelled: false,
      cell: (session) =>
        session.current ? (
          'This device'
        ) : (
          <EndButton session={session} ending={ending.has(session.id)} end={() => end(session.id)} />
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
        skeletons={2}
        busy={busy}
      />
    </Card>
  );
}

type EndProps = { session: Session; ending: boolean; end: () => void };

function EndButton({ session, ending, end }: EndProps) {
  const label = ending ? 'Signing out…' : 'Sign out';
  return (
    <button
      type="button"
      className="secondary"
      aria-label={`${label} on ${deviceOf(session)}, started ${formatTime(session.createdAt)}`}
      aria-disabled={ending || undefined}
      onClick={end}
    >
      {label}
    </button>
  );
}

function deviceOf({ userAgent }: Session): string {
  return userAgent || 'Unknown device';
}
