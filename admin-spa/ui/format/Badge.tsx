import { EMPTY_VALUE } from './format.ts';
import { statusLabel, toneOf } from './status.ts';

/** Unknown statuses are shown as sent. */
export function Badge({ status }: { status: string | null }) {
  if (!status) return <span className="muted">{EMPTY_VALUE}</span>;
  return (
    <span className="badge" data-tone={toneOf(status)}>
      {statusLabel(status)}
    </span>
  );
}
