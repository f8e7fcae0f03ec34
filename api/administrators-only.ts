import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import type { Actor } from './accounts/audit.ts';
import { administratorOf } from './accounts/sessions.ts';
import { receiveJson } from './answer.ts';
import type { Dependencies } from './app.ts';
import { Problem } from './problem.ts';
import { requestIdOf } from './request-id.ts';
import { logSecurity } from './security-events.ts';

type Administrator = NonNullable<Awaited<ReturnType<typeof administratorOf>>>;
export type AdminVariables = { Variables: { administrator: Administrator } };

/**
 * The one place where roles are checked: lets administrators with a live access token pass (401, 403). A JSON body is
 * read in between two checks, so that a session that ends while the body arrives writes nothing.
 */
export function administratorsOnly(dependencies: Dependencies) {
  return createMiddleware<AdminVariables>(async (context, next) => {
    await authorise(dependencies, context);
    if (await receiveJson(context)) await authorise(dependencies, context);
    await next();
  });
}

/**
 * Checks session and role as they are now, and keeps the administrator for the route. A route that reads another body
 * than JSON calls it again with its transaction as `db`, in front of its write. Throws 401 and 403.
 */
export async function authorise(
  { db, clock, log }: Pick<Dependencies, 'db' | 'clock' | 'log'>,
  context: Context<AdminVariables>,
): Promise<void> {
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

/** The administrator who asks, as the audit log knows them. */
export function actorOf(context: Context<AdminVariables>): Actor & { kind: 'administrator' } {
  return {
    kind: 'administrator',
    id: context.get('administrator').id,
    requestId: requestIdOf(context),
  };
}
