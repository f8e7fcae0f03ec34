import { Hono } from 'hono';
import { adminLogin, logout, refreshToken } from '#contract/authentication.ts';
import { readCapabilities } from '../auth/capabilities.ts';
import { parseDevice } from '../auth/device.ts';
import { findOwnerOfRefreshToken, rotateRefreshToken } from '../auth/refresh.ts';
import type { AdminVariables } from '../auth/require-administrator.ts';
import { logSecurityEvent } from '../auth/security-events.ts';
import { revokeSession, SignInRefusedError } from '../auth/sessions.ts';
import { signIn } from '../auth/sign-in.ts';
import type { Dependencies } from '../dependencies.ts';
import { createClientAddressReader } from '../http/client-address.ts';
import { Problem } from '../http/problem.ts';
import { serve } from '../http/serve-endpoint.ts';

/** POST /auth/admin-login and /auth/refresh-token. 401 has one message for every reason. */
export function authenticationRoutes(dependencies: Dependencies): Hono {
  const { db, clock, log, environment } = dependencies;
  const capabilities = readCapabilities(dependencies);
  const clientOf = createClientAddressReader(environment.trustedProxies);
  const app = new Hono();

  serve(app, adminLogin, async ({ body: credentials, context }) => {
    const origin = { client: clientOf(context), device: parseDevice(context.req.header('user-agent')) };
    const { tokens, user } = await signIn({ db, clock }, credentials, origin).catch((error: unknown) => {
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
    logSecurityEvent(log, context, { event: 'sign_in', outcome: 'succeeded', userId: user.id });
    return { message: 'Signed in.', data: { tokens, user, capabilities } };
  });

  serve(app, refreshToken, async ({ body, context }) => {
    const rotation = await rotateRefreshToken(db, body.refreshToken, clock());
    if (rotation.outcome !== 'refreshed') {
      const owner = await findOwnerOfRefreshToken(db, body.refreshToken);
      logSecurityEvent(log, context, { event: 'refresh', outcome: rotation.outcome, ...owner });
      throw new Problem(401, 'Your session has ended. Please sign in again.');
    }
    return { message: 'Refreshed.', data: { ...rotation.tokens, capabilities } };
  });

  return app;
}

/** POST /admin/logout. */
export function signOutRoutes({ db, clock, log }: Dependencies): Hono<AdminVariables> {
  const app = new Hono<AdminVariables>();

  serve(app, logout, async ({ context }) => {
    const { id: userId, sessionId } = context.get('administrator');
    await revokeSession(db, sessionId, clock());
    logSecurityEvent(log, context, { event: 'sign_out', outcome: 'succeeded', userId });
    return { message: 'Signed out.' };
  });

  return app;
}
