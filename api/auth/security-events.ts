import type { Context } from 'hono';
import type { Logger } from 'pino';
import { getRequestId } from '../http/request-id.ts';

/** Events that help to detect an attack (ASVS 5, 16.3). */
export type SecurityEvent = {
  event:
    | 'sign_in'
    | 'second_factor'
    | 'step_up'
    | 'sign_out'
    | 'refresh'
    | 'password_reset'
    | 'password_change'
    | 'account_deletion'
    | 'mail_request'
    | 'access'
    | 'app_key';
  /**
   * `expired`: an old access token or a key that has ended, which is usual. `replayed`: a reused refresh token, which may be
   * stolen. `revoked`: a key that was taken away.
   */
  outcome: 'succeeded' | 'refused' | 'limited' | 'expired' | 'replayed' | 'revoked';
  /** Never log an email address, a password or a token. */
  userId?: number;
  /** The name of a key of the app's backend. */
  keyName?: string;
};

/** Success and expiry are logged at level info, everything else as a warning. */
export function logSecurityEvent(log: Logger, context: Context, event: SecurityEvent): void {
  const details = { ...event, requestId: getRequestId(context) };
  const message = `${event.event.replaceAll('_', ' ')} ${event.outcome}`;
  if (event.outcome === 'succeeded' || event.outcome === 'expired') log.info(details, message);
  else log.warn(details, message);
}
