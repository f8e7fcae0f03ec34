type Tone = 'good' | 'waiting' | 'bad' | 'quiet';

/** Sets color and shape. */
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
  // Subscription statuses of the stores.
  trialing: 'good',
  in_grace_period: 'waiting',
  on_hold: 'bad',
  paused: 'waiting',
  canceled: 'quiet',
  expired: 'quiet',
};

export function toneOf(status: string): Tone {
  return known(status) ?? 'quiet';
}

/** Unknown statuses are returned as sent. */
export function statusLabel(status: string): string {
  if (!known(status)) return status;
  const words = status.toLowerCase().replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function known(status: string): Tone | undefined {
  const name = status.toLowerCase();
  return Object.hasOwn(tones, name) ? tones[name] : undefined;
}
