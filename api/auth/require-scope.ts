import { timingSafeEqual } from 'node:crypto';
import type { Context, Hono } from 'hono';
import { createMiddleware } from 'hono/factory';
import type { Logger } from 'pino';
import { type AppScope, appScopes } from '#contract/app/keys.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import type { Actor } from '../audit/write.ts';
import type { Db } from '../db/schema.ts';
import { receiveJsonBody } from '../http/json-body.ts';
import { Problem } from '../http/problem.ts';
import { getRequestId } from '../http/request-id.ts';
import { countAppCall, ENVIRONMENT_KEY_NAME, findAppKey, hasAppKeys } from './app-keys.ts';
import { logSecurityEvent } from './security-events.ts';
import { hashToken } from './tokens.ts';

type DoorServices = { db: Db; clock: () => Date; log: Logger; appBackendKey: string | null };

/** `id` is null for `APP_BACKEND_KEY`, which has no row. */
type AppKey = { id: number | null; name: string };
export type AppVariables = { Variables: { appKey: AppKey } };

/** A key with what it may do; `requestsPerMinute` is null without a limit. */
type FoundKey = AppKey & { scopes: readonly AppScope[]; requestsPerMinute: number | null };

/** 500 of the longest users in one call, with each letter written as \u1234. */
const MAX_BODY_KB = 3_000;

/**
 * Lets a call of the app's backend in. Throws 401 without a key that works, 429 above the key's limit of requests a minute,
 * and 403 without the scope; 404 if the server has no key at all, because then these calls do not exist. Asks the database
 * each time, and again after the body has arrived, so that a revoked key ends on every server at once.
 */
export function requireScope(services: DoorServices, scope: AppScope) {
  const { db, clock, log } = services;
  return createMiddleware<AppVariables>(async (context, next) => {
    const { scopes, requestsPerMinute, ...key } = await findWorkingKey(services, context);
    const { id, name: keyName } = key;
    if (id !== null && requestsPerMinute !== null) {
      const now = clock();
      const retryAt = await countAppCall(db, { id, requestsPerMinute }, now);
      if (retryAt) {
        logSecurityEvent(log, context, { event: 'app_key', outcome: 'limited', keyName });
        const seconds = Math.max(1, Math.ceil((retryAt.getTime() - now.getTime()) / 1_000));
        const unit = seconds === 1 ? 'second' : 'seconds';
        const message = `This key allows ${requestsPerMinute} requests a minute. Try again in ${seconds} ${unit}.`;
        throw new Problem(429, message, { 'retry-after': String(seconds) });
      }
    }
    if (!scopes.includes(scope)) {
      logSecurityEvent(log, context, { event: 'app_key', outcome: 'refused', keyName });
      throw new Problem(403, `This key doesn’t have the scope ${scope}.`);
    }
    context.set('appKey', key);
    if (await receiveJsonBody(context, { maxKb: MAX_BODY_KB })) await findWorkingKey(services, context);
    await next();
  });
}

/** Returns what guards a call. Only its own method needs the key: others answer 405 to everyone. */
export function createGuard(app: Hono<AppVariables>, services: DoorServices) {
  return <Query, Body>({ method, path }: Endpoint<Query, Body, unknown>, scope: AppScope): void => {
    app.on(method, path as string, requireScope(services, scope));
  };
}

export function getAppActor(context: Context<AppVariables>): Actor & { kind: 'app_backend' } {
  return { kind: 'app_backend', keyName: context.get('appKey').name, requestId: getRequestId(context) };
}

async function findWorkingKey(
  { db, clock, log, appBackendKey }: DoorServices,
  context: Context,
): Promise<FoundKey> {
  const secret = context.req.header('authorization')?.match(/^Bearer (\S{1,500})$/i)?.[1];
  if (secret !== undefined && isEnvironmentKey(secret, appBackendKey))
    return { id: null, name: ENVIRONMENT_KEY_NAME, scopes: appScopes, requestsPerMinute: null };
  const key = secret === undefined ? null : await findAppKey(db, secret);
  if (!key && appBackendKey === null && !(await hasAppKeys(db)))
    throw new Problem(404, 'There’s nothing at this address.');
  const now = clock();
  const hasEnded = (end: Date | null) => end !== null && end <= now;
  if (key && !key.revoked_at && !hasEnded(key.expires_at) && !hasEnded(key.ends_at)) {
    const { id, name, scopes, requests_per_minute: requestsPerMinute } = key;
    return { id, name, scopes, requestsPerMinute };
  }
  const outcome = !key ? 'refused' : key.revoked_at ? 'revoked' : 'expired';
  logSecurityEvent(log, context, { event: 'app_key', outcome, ...(key ? { keyName: key.name } : {}) });
  throw new Problem(401, refusals[outcome], { 'www-authenticate': 'Bearer' });
}

/** Only who has the secret of a key learns that it has ended. */
const refusals = {
  refused: 'The app backend’s key is missing or incorrect.',
  revoked: 'The app backend’s key was revoked.',
  expired: 'The app backend’s key has expired.',
} as const;

/** Hashes have the same length, as the comparison needs it. */
function isEnvironmentKey(secret: string, appBackendKey: string | null): boolean {
  return appBackendKey !== null && timingSafeEqual(hashToken(secret), hashToken(appBackendKey));
}
