import { Hono } from 'hono';
import { changePassword, endOwnSession, readAccount, signOutEverywhere } from '#contract/account.ts';
import { PASSWORDS_DIFFER } from '#contract/messages.ts';
import { writeAuditEntry } from '../audit/write.ts';
import { changeOwnPassword, WrongPasswordError } from '../auth/change-password.ts';
import { findPasswordProblem } from '../auth/password-rules.ts';
import { type AdminVariables, getActor } from '../auth/require-administrator.ts';
import { logSecurityEvent } from '../auth/security-events.ts';
import { listLiveSessions, revokeOwnSession, revokeSessions, toAnswerSession } from '../auth/sessions.ts';
import type { Dependencies } from '../dependencies.ts';
import { Problem } from '../http/problem.ts';
import { serve, serveByText } from '../http/serve-endpoint.ts';

/** GET /admin/account, and POST below it. */
export function accountRoutes({ db, clock, log, mails, idleMinutes }: Dependencies): Hono<AdminVariables> {
  const app = new Hono<AdminVariables>();

  serve(app, readAccount, async ({ context }) => {
    const user = context.get('administrator');
    const sessions = await listLiveSessions(db, { userId: user.id, idleMinutes }, clock());
    const answerSessions = sessions.map((session) => toAnswerSession(session, user.sessionId));
    // Array.sort is stable, so the other sessions keep their order.
    const ownFirst = answerSessions.sort((one, other) => Number(other.current) - Number(one.current));
    return { data: { user, sessions: ownFirst } };
  });

  serve(app, signOutEverywhere, async ({ context }) => {
    const { id } = context.get('administrator');
    const ended = await db.transaction().execute(async (transaction) => {
      const entry = { action: 'signed_out_everywhere', userId: id } as const;
      await writeAuditEntry(transaction, { actor: getActor(context), ...entry }, clock());
      return revokeSessions(transaction, { userId: id }, clock());
    });
    logSecurityEvent(log, context, { event: 'sign_out', outcome: 'succeeded', userId: id });
    const signedOut = ended === 1 ? 'this device, your only one' : `${ended} devices, including this one`;
    return { message: `Signed out on ${signedOut}.`, data: { ended } };
  });

  serveByText(app, endOwnSession, async ({ parameters, context }) => {
    const { id: userId } = context.get('administrator');
    await db.transaction().execute(async (transaction) => {
      const isEnded = await revokeOwnSession(transaction, { userId, sessionId: parameters.id }, clock());
      if (!isEnded) throw new Problem(404, 'This session has already ended.');
      await writeAuditEntry(
        transaction,
        { actor: getActor(context), action: 'session_ended', userId },
        clock(),
      );
    });
    return { message: 'Signed out on that device.' };
  });

  serve(app, changePassword, async ({ body: { currentPassword, password, confirmPassword }, context }) => {
    if (password !== confirmPassword) throw new Problem(422, PASSWORDS_DIFFER);
    const problem = findPasswordProblem(password);
    if (problem) throw new Problem(422, problem);
    const passwords = { current: currentPassword, next: password };
    const owner = context.get('administrator');
    const logChange = (outcome: 'succeeded' | 'refused' | 'limited') =>
      logSecurityEvent(log, context, { event: 'password_change', outcome, userId: owner.id });
    await changeOwnPassword({ db, clock }, owner, { ...passwords, actor: getActor(context) }).catch(
      (error: unknown) => {
        if (error instanceof WrongPasswordError) logChange('refused');
        else if (error instanceof Problem && error.status === 429) logChange('limited');
        throw error;
      },
    );
    logChange('succeeded');
    mails.wake();
    return { message: 'Your password has been changed. Your other devices are signed out.' };
  });

  return app;
}
