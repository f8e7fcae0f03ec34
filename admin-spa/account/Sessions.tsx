import type { Session } from '#contract/account.ts';
import { formatTime } from '../ui/format/format.ts';
import { SkeletonRows } from '../ui/table/SkeletonRows.tsx';
import { SignOutEverywhere } from './SignOutEverywhere.tsx';
import { useEndSession } from './use-end-session.ts';

const columns = ['Device', 'Started', 'Last used', 'Action'] as const;

/** Where one is signed in; null while it loads. */
export function Sessions({ sessions, busy }: { sessions: readonly Session[] | null; busy: boolean }) {
  const { ending, end } = useEndSession();
  return (
    <section className="card" aria-labelledby="sessions-title">
      <header>
        <h2 id="sessions-title">Where you are signed in</h2>
        {sessions && <SignOutEverywhere />}
      </header>
      <div className="table-frame" aria-busy={busy}>
        <table className="records narrow" aria-labelledby="sessions-title">
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sessions?.map((session) => (
              <SessionLine
                key={session.id}
                session={session}
                ending={ending.has(session.id)}
                end={() => end(session.id)}
              />
            )) ?? <SkeletonRows rows={2} columns={columns.length} />}
          </tbody>
        </table>
      </div>
    </section>
  );
}

type LineProps = { session: Session; ending: boolean; end: () => void };

function SessionLine({ session, ending, end }: LineProps) {
  const device = session.userAgent || 'Unknown device';
  const label = ending ? 'Signing out…' : 'Sign out';
  return (
    <tr>
      <th scope="row">{device}</th>
      <td data-label="Started" className="when">
        {formatTime(session.createdAt)}
      </td>
      <td data-label="Last used" className="when">
        {formatTime(session.lastUsedAt)}
      </td>
      <td className="actions">
        {session.current ? (
          'This device'
        ) : (
          <button
            type="button"
            className="secondary"
            aria-label={`${label} on ${device}, started ${formatTime(session.createdAt)}`}
            aria-disabled={ending || undefined}
            onClick={end}
          >
            {label}
          </button>
        )}
      </td>
    </tr>
  );
}
