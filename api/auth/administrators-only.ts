import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Actor } from '../audit/write.ts';
import type { Database } from '../db/schema.ts';
import { receiveJson } from '../http/json-body.ts';
import { Problem } from '../http/problem.ts';
import { requestIdOf } from '../http/request-id.ts';
import { logSecurity } from './security-events.ts';
import { administratorOf } from './sessions.ts';

type Needs = { db: Kysely<Database>; clock: () => Date; log: Logger };
type Administrator = NonNullable<Awaited<ReturnType<typeof administratorOf>>>;
export type AdminVariables = { Variables: { administrator: Administrator } };

/**
 * The one place where roles are checked: accepts administrators with a live access token (401, 403). A JSON body is
 * read between two checks, so that a session that ends while the body arrives writes nothing.
 */
export function administratorsOnly(dependencies: Needs) {
  return createMiddleware<AdminVariables>(async (context, next) => {
    await authorise(dependencies, context);
    if (await receiveJson(context)) await authorise(dependencies, context);
    await next();
  });
}

/**
 * Checks session and role as they are now, and stores the administrator for the route. A route that reads a body other
 * than JSON calls it again before its write, with its transaction as `db`. Throws 401 and 403.
 */
export async function authorise({ db, clock, log }: Needs, context: Context<AdminVariables>): Promise<void> {
  const token = context.req.header('authorization')?.match(/^Bearer ([\w-]{20,200})$/i)?.[1];
  const administrator = token ? await administratorOf(db, token, clock()) : null;
  if (!administrator) {
    logSecurity(log, context, { event: 'access', outcome: token ? 'expired' : 'refused' });
    throw new Problem(401, 'Please sign in.', { 'www-authenticate': 'Bearer' });
  }
  if (administrator.role !== 'admin') {
    logSecurity(log, context, { event: 'access', outcome: 'refused', userId: administrator.id });
    throw new Problem(403, 'This is for administrators only.');
  }
  context.set('administrator', administrator);
}

/** The administrator of the request, as an actor of the audit log. */
export function actorOf(context: Context<AdminVariables>): Actor & { kind: 'administrator' } {
  return {
    kind: 'administrator',
    id: context.get('administrator').id,
    requestId: requestIdOf(context),
  };
}
