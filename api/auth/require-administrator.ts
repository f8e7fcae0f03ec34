import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import type { Logger } from 'pino';
import type { Actor } from '../audit/write.ts';
import type { Db } from '../db/schema.ts';
import { receiveJsonBody } from '../http/json-body.ts';
import { Problem } from '../http/problem.ts';
import { getRequestId } from '../http/request-id.ts';
import { logSecurityEvent } from './security-events.ts';
import { findAdministratorByToken } from './sessions.ts';

type AuthorisationServices = { db: Db; clock: () => Date; log: Logger };
type Administrator = NonNullable<Awaited<ReturnType<typeof findAdministratorByToken>>>;
export type AdminVariables = { Variables: { administrator: Administrator } };

/** A long recipe takes 150 KB, and three times as much in a script of three bytes a letter. */
const MAX_BODY_KB = 2_000;

/** Throws 401 and 403. Checks again after the body has arrived, because the session may have ended in between. */
export function requireAdministrator(services: AuthorisationServices) {
  return createMiddleware<AdminVariables>(async (context, next) => {
    await authorise(services, context);
    if (await receiveJsonBody(context, { maxKb: MAX_BODY_KB })) await authorise(services, context);
    await next();
  });
}

/** Routes with other bodies than JSON call it again before the write, with their transaction as `db`. 401, 403. */
export async function authorise(
  { db, clock, log }: AuthorisationServices,
  context: Context<AdminVariables>,
): Promise<void> {
  const token = context.req.header('authorization')?.match(/^Bearer ([\w-]{20,200})$/i)?.[1];
  const administrator = token ? await findAdministratorByToken(db, token, clock()) : null;
  if (!administrator) {
    logSecurityEvent(log, context, { event: 'access', outcome: token ? 'expired' : 'refused' });
    throw new Problem(401, 'Please sign in.', { 'www-authenticate': 'Bearer' });
  }
  if (administrator.role !== 'admin') {
    logSecurityEvent(log, context, { event: 'access', outcome: 'refused', userId: administrator.id });
    throw new Problem(403, 'Only administrators can do this.');
  }
  context.set('administrator', administrator);
}

export function getActor(context: Context<AdminVariables>): Actor & { kind: 'administrator' } {
  return {
    kind: 'administrator',
    id: context.get('administrator').id,
    requestId: getRequestId(context),
  };
}
