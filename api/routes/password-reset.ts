import { Hono } from 'hono';
import { forgotPassword, resetPassword } from '#contract/authentication.ts';
import { PASSWORDS_DIFFER } from '#contract/messages.ts';
import { enqueueRateLimitedMail } from '../accounts/rate-limited-mail.ts';
import { isOneTimeTokenValid } from '../auth/one-time-tokens.ts';
import { hashPassword } from '../auth/password-hash.ts';
import { resetPasswordByToken } from '../auth/password-reset.ts';
import { findPasswordProblem } from '../auth/passwords/password-rules.ts';
import { countAttempt, throwTooManyAttempts } from '../auth/rate-limits.ts';
import { logSecurityEvent } from '../auth/security-events.ts';
import type { Dependencies } from '../dependencies.ts';
import { createClientAddressReader } from '../http/client-address.ts';
import { Problem } from '../http/problem.ts';
import { getRequestId } from '../http/request-id.ts';
import { serve } from '../http/serve-endpoint.ts';

/** POST /auth/forgot-password and /auth/reset-password. */
export function passwordResetRoutes({ db, clock, log, mails, environment }: Dependencies): Hono {
  const clientOf = createClientAddressReader(environment.trustedProxies);
  const app = new Hono();

  serve(app, forgotPassword, async ({ body: { email }, context }) => {
    const mail = { kind: 'password_reset', address: email.trim() } as const;
    await enqueueRateLimitedMail(db, mail, {
      client: clientOf(context),
      now: clock(),
      onLimited: () => logSecurityEvent(log, context, { event: 'mail_request', outcome: 'limited' }),
    });
    mails.wake();
    return {
      message: 'If an account uses this address, you’ll get an email with a link to choose a new password.',
    };
  });

  serve(app, resetPassword, async ({ body: { token, password, confirmPassword }, context }) => {
    const now = clock();
    const retryAt = await countAttempt(db, { limit: 'resetClient', subject: clientOf(context) }, now);
    if (retryAt) {
      logSecurityEvent(log, context, { event: 'password_reset', outcome: 'limited' });
      throwTooManyAttempts(retryAt, now);
    }
    if (password !== confirmPassword) throw new Problem(422, PASSWORDS_DIFFER);
    const problem = findPasswordProblem(password);
    if (problem) throw new Problem(422, problem);
    // Hashing is expensive, so the token is checked before.
    const isValid = await isOneTimeTokenValid(db, { purpose: 'password_reset', token }, clock());
    const userId = isValid
      ? await resetPasswordByToken(
          db,
          { token, passwordHash: await hashPassword(password), requestId: getRequestId(context) },
          clock(),
        )
      : null;
    if (userId === null) {
      logSecurityEvent(log, context, { event: 'password_reset', outcome: 'refused' });
      throw new Problem(400, 'This link was already used or has expired. Please request a new one.');
    }
    logSecurityEvent(log, context, { event: 'password_reset', outcome: 'succeeded', userId });
    mails.wake();
    return { message: 'Your password has been changed. You can now sign in with it.' };
  });

  return app;
}
