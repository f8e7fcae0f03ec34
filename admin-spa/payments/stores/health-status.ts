import type { StoreHealth } from '#contract/purchases/health.ts';

export type HealthStatus = {
  tone: 'good' | 'waiting' | 'bad' | 'quiet';
  word: string;
  reason: string;
};

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A question waits for minutes. Backoff alone reaches an hour after the third attempt. */
const LATE_MS = HOUR_MS;
/** A reconciliation runs each day. */
const RECONCILED_MS = 2 * DAY_MS;
/** So many would have come by chance in all but one of 400 silences. */
const EXPECTED_IN_SILENCE = 6;

/** What is to be said first about the connection to a store, and why. `at`: the time of the server. */
export function healthStatus(health: StoreHealth, at: string): HealthStatus {
  const now = Date.parse(at);
  return (
    unconnected(health) ??
    failing(health, now) ??
    silent(health, now) ??
    delayed(health, now) ??
    working(health)
  );
}

function unconnected({ environments }: StoreHealth): HealthStatus | null {
  if (environments !== null) return null;
  return {
    tone: 'quiet',
    word: 'Not connected',
    reason: 'The Demo store inside the server answers instead.',
  };
}

/** Questions that have no answer, and reconciliations that do not end. */
function failing({ due, reconciliation }: StoreHealth, now: number): HealthStatus | null {
  const { oldest } = due;
  if (oldest && oldest.attempts > 0 && now - Date.parse(oldest.since) > LATE_MS) {
    const because = oldest.lastError ?? 'the reason isn’t known';
    return { tone: 'bad', word: 'Store requests are failing', reason: `The oldest one: ${because}.` };
  }
  const { completeAt, failure, startedAt } = reconciliation;
  const last = completeAt ?? startedAt;
  if (last && now - Date.parse(last) > RECONCILED_MS) {
    const because = failure ? `: ${failure}` : '';
    return {
      tone: 'bad',
      word: 'No reconciliation',
      reason: `None is complete for ${days(now, last)}${because}.`,
    };
  }
  return null;
}

/** Never an alarm where nothing was sold, and none for a silence that its rate explains. */
function silent(health: StoreHealth, now: number): HealthStatus | null {
  const { hasPurchases, lastNotification, monthBefore, reconciliation } = health;
  if (reconciliation.missedLast > 0) {
    const count = reconciliation.missedLast;
    const reason = `The last reconciliation found ${count} that ${count === 1 ? 'wasn’t' : 'weren’t'} delivered.`;
    return { tone: 'bad', word: 'Missed notifications', reason };
  }
  if (!hasPurchases) return null;
  if (!lastNotification) {
    return {
      tone: 'waiting',
      word: 'No notification yet',
      reason: 'There are purchases, but the store hasn’t sent any notifications.',
    };
  }
  const silence = now - Date.parse(lastNotification.receivedAt);
  const expected = (monthBefore / 30) * (silence / DAY_MS);
  if (silence < DAY_MS || expected < EXPECTED_IN_SILENCE) return null;
  return {
    tone: 'bad',
    word: `No notification for ${days(now, lastNotification.receivedAt)}`,
    reason: `There were about ${Math.max(1, Math.round(monthBefore / 30))} a day before.`,
  };
}

function delayed({ due, waitsUntil, givenUp }: StoreHealth, now: number): HealthStatus | null {
  if (waitsUntil) {
    return { tone: 'waiting', word: 'Waiting', reason: 'The store has asked us to wait.' };
  }
  if (due.oldest && now - Date.parse(due.oldest.since) > LATE_MS) {
    return { tone: 'waiting', word: 'Behind', reason: 'Purchases have been waiting for over an hour.' };
  }
  if (givenUp > 0) {
    const reason = 'Some questions were given up. The next reconciliation will ask again.';
    return { tone: 'waiting', word: 'Questions given up', reason };
  }
  return null;
}

function working({ hasPurchases }: StoreHealth): HealthStatus {
  return hasPurchases
    ? { tone: 'good', word: 'Working', reason: 'Notifications arrive, and questions are answered.' }
    : { tone: 'good', word: 'Connected', reason: 'Nothing has been sold yet.' };
}

function days(now: number, since: string): string {
  const count = Math.floor((now - Date.parse(since)) / DAY_MS);
  return `${count} ${count === 1 ? 'day' : 'days'}`;
}
