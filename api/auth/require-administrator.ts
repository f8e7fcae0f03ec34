import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { matchedRoutes } from 'hono/route';
import type { Logger } from 'pino';
import type { Capability } from '#contract/capabilities.ts';
import type { AdministratorRole } from '#contract/roles.ts';
import type { Actor } from '../audit/write.ts';
import type { Db } from '../db/schema.ts';
import { receiveJsonBody } from '../http/json-body.ts';
import { Problem } from '../http/problem.ts';
import { getRequestId } from '../http/request-id.ts';
import { parseRowId, ROW_ID } from '../http/serve-endpoint.ts';
import { adminCalls, rolesOf } from './access.ts';
import { logSecurityEvent } from './security-events.ts';
import { findAdministratorByToken, findIdleEnd, recordUse } from './sessions.ts';
import { withoutPeople } from './without-people.ts';

type AuthorisationServices = { db: Db; clock: () => Date; log: Logger; idleMinutes: number };
type Found = NonNullable<Awaited<ReturnType<typeof findAdministratorByToken>>>;
type Administrator = Omit<Found, 'administratorRole'> & { administratorRole: AdministratorRole };
export type AdminVariables = { Variables: { administrator: Administrator } };

/** A long recipe takes 150 KB, and three times as much in a script of three bytes a letter. */
const MAX_BODY_KB = 2_000;

/**
 * Throws 401, and 403 if the role may not do this. Checks the session again after the body has arrived, because it may
 * have ended in between: it does if the role changes.
 */
export function requireAdministrator(services: AuthorisationServices) {
  return createMiddleware<AdminVariables>(async (context, next) => {
    await authorise(services, context);
    ensureRoleMay(services.log, context);
    if (await receiveJsonBody(context, { maxKb: MAX_BODY_KB })) await authorise(services, context);
    await next();
  });
}

/** Routes with other bodies than JSON call it again before the write, with their transaction as `db`. 401, 403. */
export async function authorise(
  { db, clock, log, idleMinutes }: AuthorisationServices,
  context: Context<AdminVariables>,
): Promise<void> {
  const token = context.req.header('authorization')?.match(/^Bearer ([\w-]{20,200})$/i)?.[1];
  const now = clock();
  const administrator = token ? await findAdministratorByToken(db, token, now) : null;
  const idleEnd = findIdleEnd(idleMinutes, now);
  if (!administrator || (idleEnd && administrator.last_used_at <= idleEnd)) {
    logSecurityEvent(log, context, { event: 'access', outcome: token ? 'expired' : 'refused' });
    throw new Problem(401, 'Please sign in.', { 'www-authenticate': 'Bearer' });
  }
  const { administratorRole, ...user } = administrator;
  if (user.role !== 'admin' || administratorRole === null) {
    logSecurityEvent(log, context, { event: 'access', outcome: 'refused', userId: administrator.id });
    throw new Problem(403, 'Only administrators can do this.');
  }
  await recordUse(db, administrator, { idleMinutes, now });
  context.set('administrator', { ...user, administratorRole });
}

/** By method and path as the contract has them. */
const capabilityOf = new Map(
  adminCalls.map(({ call: { method, path }, capability }) => [`${method} ${path}`, capability]),
);

/** Throws 403. An address without a call is answered further on. */
function ensureRoleMay(log: Logger, context: Context<AdminVariables>): void {
  const route = matchedRoutes(context).find(
    // The pages of the site answer every address.
    ({ method, path }) => method !== 'ALL' && path.includes('/admin/'),
  );
  if (!route) return;
  // Without the base of the API, and without the pattern of a parameter.
  const path = route.path.slice(route.path.lastIndexOf('/admin/')).replaceAll(ROW_ID, '');
  const capability = capabilityOf.get(`${route.method} ${path}`);
  if (capability === undefined) throw new Error(`no role may call ${route.method} ${path}`);
  if (capability === null) return;
  if (may(context, capability)) {
    if (!may(context, 'people:read') && !isAboutNobodyElse.test(capability)) hidePeople(context);
    return;
  }
  const { id: userId } = context.get('administrator');
  logSecurityEvent(log, context, { event: 'access', outcome: 'refused', userId });
  throw new Problem(403, 'Your role can’t do this. An owner can change your role.');
}

/** Calls about the administrator who calls, and about recipes, whose fields may have the same names. */
const isAboutNobodyElse = /^(account|security|recipes|pictures):/;

/** Lists of these ignore no query: what the caller does not see must not be found by trying. Throws 403. */
function hidePeople(context: Context<AdminVariables>): void {
  context.set('toShown', withoutPeople);
  const { keyword = '', sort = '' } = context.req.query();
  const isOfPeople = /\/(users|failed-payments)$/.test(context.req.path);
  if (isOfPeople && (keyword.trim() !== '' || ['name', 'email'].includes(sort)))
    throw new Problem(403, 'Your role doesn’t see who customers are, so it can’t search or sort by that.');
}

/** For every call below one user: only an owner changes an administrator or exports their data. Throws 403. */
export function protectAdministrators(db: Db) {
  return createMiddleware<AdminVariables>(async (context, next) => {
    const isRead = context.req.method === 'GET' && !context.req.path.endsWith('/personal-data');
    if (!isRead && context.get('administrator').administratorRole !== 'owner') {
      const user = await db
        .selectFrom('users')
        .where('id', '=', parseRowId(context.req.param('userId') ?? ''))
        .select('role')
        .executeTakeFirst();
      if (user?.role === 'admin')
        throw new Problem(403, 'Only an owner can change an administrator’s account.');
    }
    await next();
  });
}

/** Whether the role of the signed-in administrator has the capability. */
export function may(context: Context<AdminVariables>, capability: Capability): boolean {
  return rolesOf[capability].includes(context.get('administrator').administratorRole);
}

export function getActor(context: Context<AdminVariables>): Actor & { kind: 'administrator' } {
  return {
    kind: 'administrator',
    id: context.get('administrator').id,
    requestId: getRequestId(context),
  };
}
