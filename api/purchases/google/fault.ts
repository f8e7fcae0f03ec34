import * as v from 'valibot';
import { type StoreAnswer, StoreFault } from '../store.ts';
import type { GoogleServices } from './session.ts';

type Fault = Exclude<StoreAnswer, { kind: 'purchase' }>;

/** An answer without a purchase. The message continues "Google Play couldn’t be checked: …". */
export class GoogleFault extends StoreFault {
  override name = 'GoogleFault';
  readonly answer: Fault;
  /** The status of Google's answer; null without one. */
  readonly status: number | null;

  constructor(answer: Fault, status: number | null = null) {
    super(answer.kind === 'not_now' ? answer.because : answer.raw);
    this.answer = answer;
    this.status = status;
  }
}

export function notNow(because: string, until: Date | null = null): GoogleFault {
  return new GoogleFault({ kind: 'not_now', because, until });
}

/** The answer has another shape than Google documents. */
export function unreadable(): GoogleFault {
  return notNow('its answer couldn’t be read');
}

/** Google does not know it, or no longer. */
export function isUnknown(error: unknown): boolean {
  return error instanceof GoogleFault && error.answer.kind !== 'not_now';
}

/** We wait this long after a 429 that does not say when to come back. */
const DEFAULT_WAIT_MS = 60_000;

/** Google sends these with 403. */
const quotaReasons: readonly unknown[] = [
  'rateLimitExceeded',
  'userRateLimitExceeded',
  'quotaExceeded',
  'dailyLimitExceeded',
];

const errorSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    error: v.object({
      code: v.number(),
      errors: v.optional(v.array(v.object({ reason: v.optional(v.string()) })), []),
    }),
  }),
);

/** What a status other than 2xx means. A 404 of another server on the way says nothing about the purchase. */
export function toRefusal(
  { clock, log }: GoogleServices,
  { status, headers }: Response,
  text: string,
): GoogleFault {
  const { success: isOfGoogle, output } = v.safeParse(errorSchema, text);
  const reason = isOfGoogle ? output.error.errors[0]?.reason : undefined;
  if (status === 429 || (status === 403 && quotaReasons.includes(reason))) {
    return notNow('it asked us to wait', readRetryAfter(headers.get('retry-after'), clock()));
  }
  if (status === 401 || status === 403) {
    log?.error(
      { platform: 'android', status, reason },
      'Google Play refused our account: check its permissions in the Play Console',
    );
    return notNow('it refused our account');
  }
  if (reason === 'applicationNotFound') {
    log?.error({ platform: 'android', status, reason }, 'Google Play doesn’t recognize GOOGLE_PACKAGE_NAME');
    return notNow('it doesn’t recognize our app');
  }
  const raw = reason ? `${status} ${reason}` : String(status);
  if (status === 404 && isOfGoogle) return new GoogleFault({ kind: 'never_known', raw });
  if (status === 410 && isOfGoogle) return new GoogleFault({ kind: 'known_no_longer', raw });
  const because = `it answered ${reason ? `${status} (${reason})` : status}`;
  return new GoogleFault({ kind: 'not_now', because, until: null }, isOfGoogle ? status : null);
}

/** Seconds or an HTTP date. Anything else counts as no header. */
function readRetryAfter(header: string | null, now: Date): Date {
  const text = header?.trim() ?? '';
  const date = /^\d{1,9}$/.test(text) ? new Date(now.getTime() + Number(text) * 1_000) : new Date(text);
  return date > now ? date : new Date(now.getTime() + DEFAULT_WAIT_MS);
}
