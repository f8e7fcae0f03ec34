import { EMPTY_VALUE } from './format.ts';

/** A badge shows unknown statuses as sent. */
export function Badge({ status }: { status: string | null }) {
  if (!status) return <span className="muted">{EMPTY_VALUE}</span>;
  return (
    <span className="badge" data-tone={toneOf(status)}>
      {statusLabel(status)}
    </span>
  );
}

type Tone = 'good' | 'waiting' | 'bad' | 'quiet';

/** The tone sets color and shape. */
const tones: Readonly<Record<string, Tone>> = {
  active: 'good',
  suspended: 'bad',
  invited: 'waiting',
  deleted: 'quiet',
  published: 'good',
  draft: 'waiting',
  verified: 'good',
  pending: 'waiting',
  completed: 'good',
  in_progress: 'waiting',
  not_started: 'quiet',
  // The stores send these for subscriptions.
  trialing: 'good',
  in_grace_period: 'waiting',
  on_hold: 'bad',
  paused: 'waiting',
  canceled: 'quiet',
  revoked: 'quiet',
  expired: 'quiet',
};

function toneOf(status: string): Tone {
  return knownTone(status) ?? 'quiet';
}

/** Unknown statuses are returned as sent. */
export function statusLabel(status: string): string {
  if (!knownTone(status)) return status;
  const words = status.toLowerCase().replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function knownTone(status: string): Tone | undefined {
  const name = status.toLowerCase();
  return Object.hasOwn(tones, name) ? tones[name] : undefined;
}
