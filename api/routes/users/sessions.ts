import { Hono } from 'hono';
import { endSession, listSessions } from '#contract/users/sessions.ts';
import { writeAuditEntry } from '../../audit/write.ts';
import { type AdminVariables, getActor } from '../../auth/require-administrator.ts';
import { listLiveSessions, revokeOwnSession, toAnswerSession } from '../../auth/sessions.ts';
import type { Dependencies } from '../../dependencies.ts';
import { parseRowId } from '../../http/path-parameters.ts';
import { Problem } from '../../http/problem.ts';
import { serve, serveByText } from '../../http/serve-endpoint.ts';

/** GET /admin/users/:userId/sessions, and the end of one of them. */
export function userSessionRoutes({ db, clock }: Dependencies): Hono<AdminVariables> {
  const app = new Hono<AdminVariables>();

  serve(app, listSessions, async ({ parameters: { userId }, context }) => {
    const user = await db.selectFrom('users').where('id', '=', userId).select('id').executeTakeFirst();
    if (!user) throw new Problem(404, 'User not found.');
    const sessions = await listLiveSessions(db, userId, clock());
    const { sessionId } = context.get('administrator');
    return { data: sessions.map((session) => toAnswerSession(session, sessionId)) };
  });

  serveByText(app, endSession, async ({ parameters, context }) => {
    const userId = parseRowId(parameters.userId);
    const { sessionId } = parameters;
    await db.transaction().execute(async (transaction) => {
      const isEnded = await revokeOwnSession(transaction, { userId, sessionId }, clock());
      if (!isEnded) throw new Problem(404, 'This session has already ended.');
      await writeAuditEntry(
        transaction,
        { actor: getActor(context), action: 'session_ended', userId },
        clock(),
      );
    });
    return { message: 'Signed out on that device.' };
  });

  return app;
}
