type Tone = 'good' | 'waiting' | 'bad' | 'quiet';

/** The tone of a status decides colour and shape; the word says it all by itself. */
const tones: Readonly<Record<string, Tone>> = {
  // Users.
  active: 'good',
  suspended: 'bad',
  deleted: 'quiet',
  // Verification.
  verified: 'good',
  pending: 'waiting',
  // Onboarding.
  completed: 'good',
  in_progress: 'waiting',
  not_started: 'quiet',
  // Subscriptions, in the stores' words.
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

/** A status we know as words; any other one as it is. */
export function statusLabel(status: string): string {
  if (!known(status)) return status;
  const words = status.toLowerCase().replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function known(status: string): Tone | undefined {
  const name = status.toLowerCase();
  return Object.hasOwn(tones, name) ? tones[name] : undefined;
}
