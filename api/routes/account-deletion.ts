import { Hono } from 'hono';
import { deletion } from '#brand/deletion.ts';
import { confirmDeletion, requestDeletion } from '#contract/authentication.ts';
import { closeAccountByToken } from '../accounts/deletion.ts';
import { enqueueRateLimitedMail } from '../accounts/rate-limited-mail.ts';
import { logSecurityEvent } from '../auth/security-events.ts';
import type { Dependencies } from '../dependencies.ts';
import { createClientAddressReader } from '../http/client-address.ts';
import { Problem } from '../http/problem.ts';
import { getRequestId } from '../http/request-id.ts';
import { serve } from '../http/serve-endpoint.ts';

/** POST /auth/delete-account-request and /auth/verify-delete-account-request. */
export function accountDeletionRoutes({ db, clock, log, mails, environment }: Dependencies): Hono {
  const clientOf = createClientAddressReader(environment.trustedProxies);
  const app = new Hono();

  serve(app, requestDeletion, async ({ body: { email, reason }, context }) => {
    const mail = {
      kind: 'deletion_request',
      address: email.trim(),
      reason: reason?.trim() || null,
    } as const;
    await enqueueRateLimitedMail(db, mail, {
      client: clientOf(context),
      now: clock(),
      onLimited: () => logSecurityEvent(log, context, { event: 'mail_request', outcome: 'limited' }),
    });
    mails.wake();
    return {
      message: 'If an account uses this address, you’ll get an email with a link to confirm its deletion.',
    };
  });

  serve(app, confirmDeletion, async ({ body: { token }, context }) => {
    const outcome = await closeAccountByToken(db, { token, requestId: getRequestId(context) }, clock());
    if (outcome === 'expired') {
      logSecurityEvent(log, context, { event: 'account_deletion', outcome: 'refused' });
      throw new Problem(400, 'This link was already used or has expired. Please request a new one.');
    }
    if (outcome === 'refused') {
      throw new Problem(409, 'This is the only administrator. Make someone else an administrator first.');
    }
    mails.wake();
    return {
      message: `Your account is closed. Everything will be erased within ${deletion.withinDays} days.`,
    };
  });

  return app;
}
