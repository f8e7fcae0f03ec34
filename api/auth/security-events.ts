import type { Context } from 'hono';
import type { Logger } from 'pino';
import { requestIdOf } from '../http/request-id.ts';

/** What somebody who looks for an attack looks for (ASVS 5, 16.3). */
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
   * `expired`: a token that is good for nothing any more, as every one is after a while. `replayed`: a refresh token
   * that its child has replaced for good; two may hold the session, and it is ended.
   */
  outcome: 'succeeded' | 'refused' | 'limited' | 'expired' | 'replayed';
  /** Where it is known; never an address, a password or a token. */
  userId?: number;
};

/** Writes it down under the name of the request: the everyday as news, everything else as a warning. */
export function logSecurity(log: Logger, context: Context, event: SecurityEvent): void {
  const facts = { ...event, requestId: requestIdOf(context) };
  const words = `${event.event.replace('_', ' ')} ${event.outcome}`;
  if (event.outcome === 'succeeded' || event.outcome === 'expired') log.info(facts, words);
  else log.warn(facts, words);
}
