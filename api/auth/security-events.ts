import type { Context } from 'hono';
import type { Logger } from 'pino';
import { requestIdOf } from '../http/request-id.ts';

/** An event that helps to detect an attack (ASVS 5, 16.3). */
export type SecurityEvent = {
  event:
    | 'sign_in'
    | 'sign_out'
    | 'refresh'
    | 'password_reset'
    | 'password_change'
    | 'account_deletion'
    | 'mail_request'
    | 'access';
  /**
   * `expired`: an access token that is no longer valid, as every one after a while. `replayed`: a refresh token that
   * its child has replaced for good; two parties may hold the session, and it is ended.
   */
  outcome: 'succeeded' | 'refused' | 'limited' | 'expired' | 'replayed';
  /** The user, where known. Never an address, a password or a token. */
  userId?: number;
};

/** Logs the event with the id of the request: a success or an expiry at level info, anything else as a warning. */
export function logSecurity(log: Logger, context: Context, event: SecurityEvent): void {
  const facts = { ...event, requestId: requestIdOf(context) };
  const words = `${event.event.replace('_', ' ')} ${event.outcome}`;
  if (event.outcome === 'succeeded' || event.outcome === 'expired') log.info(facts, words);
  else log.warn(facts, words);
}
