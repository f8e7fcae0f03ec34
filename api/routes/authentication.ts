import { type Context, Hono } from 'hono';
import { deletion } from '#brand/deletion.ts';
import {
  adminLogin,
  confirmDeletion,
  forgotPassword,
  logout,
  refreshToken,
  requestDeletion,
  resetPassword,
} from '#contract/authentication.ts';
import { PASSWORDS_DIFFER } from '#contract/messages.ts';
import { secondFactor as secondFactorCall } from '#contract/second-factor.ts';
import { closeAccountByToken } from '../accounts/deletion.ts';
import { readCapabilities } from '../auth/capabilities.ts';
import { resetPasswordByToken } from '../auth/change-password.ts';
import { parseDevice } from '../auth/device.ts';
import { beginEnrolment } from '../auth/enrolment.ts';
import { isOneTimeTokenValid } from '../auth/one-time-tokens.ts';
import { findPasskeySite } from '../auth/passkeys.ts';
import { hashPassword } from '../auth/password-hash.ts';
import { findPasswordProblem } from '../auth/password-rules.ts';
import { countAttempt, throwTooManyAttempts } from '../auth/rate-limits.ts';
import { findOwnerOfRefreshToken, rotateRefreshToken } from '../auth/refresh.ts';
import type { AdminVariables } from '../auth/require-administrator.ts';
import { logSecurityEvent } from '../auth/security-events.ts';
import { revokeSession, SignInRefusedError } from '../auth/sessions.ts';
import { ProofRefusedError, proveSecondFactor, signIn } from '../auth/sign-in.ts';
import type { Db } from '../db/schema.ts';
import type { Dependencies } from '../dependencies.ts';
import { createClientAddressReader } from '../http/client-address.ts';
import { Problem, ReasonedProblem } from '../http/problem.ts';
import { getRequestId } from '../http/request-id.ts';
import { serve } from '../http/serve-endpoint.ts';
import { enqueueMail } from '../mail/queue.ts';

/** Everything below /auth, and POST /admin/logout. */
export function authenticationRoutes(dependencies: Dependencies): Hono<AdminVariables> {
  return new Hono<AdminVariables>()
    .route('/', signInRoutes(dependencies))
    .route('/', signOutRoutes(dependencies))
    .route('/', passwordResetRoutes(dependencies))
    .route('/', accountDeletionRoutes(dependencies));
}

/** POST /auth/admin-login, /auth/second-factor and /auth/refresh-token. 401 of the first has one message for every reason. */
function signInRoutes(dependencies: Dependencies): Hono {
  const { db, clock, log, mails, environment, secondFactor, idleMinutes, siteUrl } = dependencies;
  const clientOf = createClientAddressReader(environment.trustedProxies);
  const passkeySite = findPasskeySite(siteUrl, environment.allowedOrigins);
  const services = { db, clock, secondFactor, passkeySite };
  const app = new Hono();

  const describeOrigin = (context: Context) => ({
    client: clientOf(context),
    device: parseDevice(context.req.header('user-agent')),
    requestId: getRequestId(context),
  });

  const readOwnCapabilities = async (userId: number) => {
    const enrolment = await beginEnrolment(db, { userId, requirement: secondFactor }, clock());
    const { administrator_role } = await db
      .selectFrom('users')
      .where('id', '=', userId)
      .select('administrator_role')
      .executeTakeFirstOrThrow();
    return administrator_role
      ? readCapabilities(dependencies, { role: administrator_role, enrolment }, clock())
      : [];
  };

  const answerSession = async (
    { tokens, user, isNewBrowser }: Awaited<ReturnType<typeof proveSecondFactor>>,
    context: Context,
  ) => {
    logSecurityEvent(log, context, { event: 'sign_in', outcome: 'succeeded', userId: user.id });
    if (isNewBrowser) mails.wake();
    const capabilities = await readOwnCapabilities(user.id);
    return { message: 'Signed in.', data: { tokens, user, capabilities } };
  };

  serve(app, adminLogin, async ({ body: credentials, context }) => {
    const signedIn = await signIn(services, credentials, describeOrigin(context)).catch((error: unknown) => {
      if (error instanceof SignInRefusedError) {
        const { userId } = error;
        logSecurityEvent(log, context, {
          event: 'sign_in',
          outcome: 'refused',
          ...(userId ? { userId } : {}),
        });
      } else if (error instanceof Problem && error.status === 429) {
        logSecurityEvent(log, context, { event: 'sign_in', outcome: 'limited' });
      }
      throw error;
    });
    if ('tokens' in signedIn) return answerSession(signedIn, context);
    const { challenge } = signedIn;
    return { message: 'Now your second factor.', data: { challenge } };
  });

  serve(app, secondFactorCall, async ({ body, context }) => {
    const signedIn = await proveSecondFactor(services, body, describeOrigin(context)).catch(
      (error: unknown) => {
        if (error instanceof ProofRefusedError) {
          const { userId } = error;
          logSecurityEvent(log, context, { event: 'second_factor', outcome: 'refused', userId });
        } else if (error instanceof Problem && error.status === 429) {
          logSecurityEvent(log, context, { event: 'second_factor', outcome: 'limited' });
        } else if (error instanceof ReasonedProblem) {
          logSecurityEvent(log, context, { event: 'second_factor', outcome: 'expired' });
        }
        throw error;
      },
    );
    return answerSession(signedIn, context);
  });

  serve(app, refreshToken, async ({ body, context }) => {
    const rotation = await rotateRefreshToken({ db, idleMinutes }, body.refreshToken, clock());
    if (rotation.outcome !== 'refreshed') {
      const owner = await findOwnerOfRefreshToken(db, body.refreshToken);
      logSecurityEvent(log, context, { event: 'refresh', outcome: rotation.outcome, ...owner });
      throw new Problem(401, 'Your session has ended. Please sign in again.');
    }
    const capabilities = await readOwnCapabilities(rotation.userId);
    return { message: 'Refreshed.', data: { ...rotation.tokens, capabilities } };
  });

  return app;
}

/** POST /admin/logout. */
function signOutRoutes({ db, clock, log }: Dependencies): Hono<AdminVariables> {
  const app = new Hono<AdminVariables>();

  serve(app, logout, async ({ context }) => {
    const { id: userId, sessionId } = context.get('administrator');
    await revokeSession(db, sessionId, clock());
    logSecurityEvent(log, context, { event: 'sign_out', outcome: 'succeeded', userId });
    return { message: 'Signed out.' };
  });

  return app;
}

/** POST /auth/forgot-password and /auth/reset-password. */
function passwordResetRoutes({ db, clock, log, mails, environment }: Dependencies): Hono {
  const clientOf = createClientAddressReader(environment.trustedProxies);
  const app = new Hono();

  serve(app, forgotPassword, async ({ body: { email }, context }) => {
    const mail = { kind: 'password_reset', address: email } as const;
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

/** POST /auth/delete-account-request and /auth/verify-delete-account-request. */
function accountDeletionRoutes({ db, clock, log, mails, environment }: Dependencies): Hono {
  const clientOf = createClientAddressReader(environment.trustedProxies);
  const app = new Hono();

  serve(app, requestDeletion, async ({ body: { email, reason }, context }) => {
    const mail = {
      kind: 'deletion_request',
      address: email,
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
      throw new Problem(409, 'This is the only owner. Make someone else an owner first.');
    }
    mails.wake();
    return {
      message: `Your account is closed. Everything will be erased within ${deletion.withinDays} days.`,
    };
  });

  return app;
}

type RateLimitedMail =
  | { kind: 'password_reset'; address: string }
  | { kind: 'deletion_request'; address: string; reason: string | null };

/** The account is looked up later and a limited address gets the same answer: no account is revealed. Throws 429. */
async function enqueueRateLimitedMail(
  db: Db,
  mail: RateLimitedMail,
  { client, now, onLimited }: { client: string; now: Date; onLimited: () => void },
): Promise<void> {
  const retryAt = await countAttempt(db, { limit: 'mailClient', subject: client }, now);
  if (retryAt) {
    onLimited();
    throwTooManyAttempts(retryAt, now);
  }
  const limit = mail.kind === 'password_reset' ? 'resetAddress' : 'deletionAddress';
  const isLimited = (await countAttempt(db, { limit, subject: mail.address }, now)) !== null;
  if (isLimited) onLimited();
  else await enqueueMail(db, mail, now);
}
