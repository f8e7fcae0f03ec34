import { Hono } from 'hono';
import { forgotPassword, resetPassword } from '#contract/authentication.ts';
import { PASSWORDS_DIFFER } from '#contract/messages.ts';
import { enqueueRequestedMail } from '../accounts/requested-mail.ts';
import { isOneTimeTokenLive } from '../auth/one-time-tokens.ts';
import { hashPassword } from '../auth/password-hash.ts';
import { resetPasswordWith } from '../auth/password-reset.ts';
import { passwordProblem } from '../auth/passwords/password-rules.ts';
import { countAttempt, throwRateLimited } from '../auth/rate-limits.ts';
import { logSecurity } from '../auth/security-events.ts';
import type { Dependencies } from '../dependencies.ts';
import { clientAddresses } from '../http/client-address.ts';
import { Problem } from '../http/problem.ts';
import { requestIdOf } from '../http/request-id.ts';
import { serve } from '../http/serve-endpoint.ts';

/** POST /auth/forgot-password and /auth/reset-password: see the contract. */
export function passwordReset({ db, clock, log, mails, environment }: Dependencies): Hono {
  const clientOf = clientAddresses(environment.trustedProxies);
  const app = new Hono();

  serve(app, forgotPassword, async ({ body: { email }, context }) => {
    const mail = { kind: 'password_reset', address: email.trim() } as const;
    await enqueueRequestedMail(db, mail, {
      client: clientOf(context),
      now: clock(),
      onLimited: () => logSecurity(log, context, { event: 'mail_request', outcome: 'limited' }),
    });
    mails.wake();
    return { message: 'If an account has this address, a link to choose a new password is on its way.' };
  });

  serve(app, resetPassword, async ({ body: { token, password, confirmPassword }, context }) => {
    const now = clock();
    const opens = await countAttempt(db, { limit: 'resetClient', subject: clientOf(context) }, now);
    if (opens) {
      logSecurity(log, context, { event: 'password_reset', outcome: 'limited' });
      throwRateLimited(opens, now);
    }
    if (password !== confirmPassword) throw new Problem(422, PASSWORDS_DIFFER);
    const problem = passwordProblem(password);
    if (problem) throw new Problem(422, problem);
    // Hashing is expensive: not for a token that would be refused.
    const isLive = await isOneTimeTokenLive(db, { purpose: 'password_reset', token }, clock());
    const userId = isLive
      ? await resetPasswordWith(
          db,
          { token, passwordHash: await hashPassword(password), requestId: requestIdOf(context) },
          clock(),
        )
      : null;
    if (userId === null) {
      logSecurity(log, context, { event: 'password_reset', outcome: 'refused' });
      throw new Problem(400, 'This link was used already or is too old. Please ask for a new one.');
    }
    logSecurity(log, context, { event: 'password_reset', outcome: 'succeeded', userId });
    mails.wake();
    return { message: 'Your password is changed. You can sign in with the new one.' };
  });

  return app;
}
