import { NOTHING } from './format.ts';
import { statusLabel, toneOf } from './status.ts';

/** A status as word, colour and shape. One we do not know is shown as it is. */
export function Badge({ status }: { status: string | null }) {
  if (!status) return <span className="muted">{NOTHING}</span>;
  return (
    <span className="badge" data-tone={toneOf(status)}>
      {statusLabel(status)}
    </span>
  );
}
