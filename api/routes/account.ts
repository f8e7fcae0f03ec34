import { Hono } from 'hono';
import { changePassword, endOwnSession, readAccount, signOutEverywhere } from '#contract/account.ts';
import { PASSWORDS_DIFFER } from '#contract/messages.ts';
import { writeAudit } from '../audit/write.ts';
import { type AdminVariables, actorOf } from '../auth/administrators-only.ts';
import { changeOwnPassword, WrongPassword } from '../auth/own-password.ts';
import { passwordProblem } from '../auth/passwords/password-rules.ts';
import { logSecurity } from '../auth/security-events.ts';
import { endSessionOf, liveSessionsOf, revokeSessionsOf } from '../auth/sessions.ts';
import type { Dependencies } from '../dependencies.ts';
import { Problem } from '../http/problem.ts';
import { serve, serveByText } from '../http/serve-endpoint.ts';

/** GET /admin/account and the other calls about the own account: see the contract. */
export function account({ db, clock, log, mails }: Dependencies): Hono<AdminVariables> {
  const app = new Hono<AdminVariables>();

  serve(app, readAccount, async ({ context }) => {
    const user = context.get('administrator');
    const sessions = await liveSessionsOf(db, user.id, clock());
    const shown = sessions.map(({ id, created_at, last_used_at, expires_at, device }) => ({
      id,
      createdAt: created_at.toISOString(),
      lastUsedAt: last_used_at.toISOString(),
      expiresAt: expires_at.toISOString(),
      userAgent: device,
      current: id === user.sessionId,
    }));
    // Sorting keeps the order of the others.
    const ownFirst = shown.sort((one, other) => Number(other.current) - Number(one.current));
    return { data: { user, sessions: ownFirst } };
  });

  serve(app, signOutEverywhere, async ({ context }) => {
    const { id } = context.get('administrator');
    const ended = await db.transaction().execute(async (transaction) => {
      const entry = { action: 'signed_out_everywhere', userId: id } as const;
      await writeAudit(transaction, { actor: actorOf(context), ...entry }, clock());
      return revokeSessionsOf(transaction, { userId: id }, clock());
    });
    logSecurity(log, context, { event: 'sign_out', outcome: 'succeeded', userId: id });
    const devices = ended === 1 ? 'this device, the only one' : `${ended} devices, this one included`;
    return { message: `Signed out on ${devices}.`, data: { ended } };
  });

  serveByText(app, endOwnSession, async ({ parameters, context }) => {
    const { id: userId } = context.get('administrator');
    await db.transaction().execute(async (transaction) => {
      const isEnded = await endSessionOf(transaction, { userId, sessionId: parameters.id }, clock());
      if (!isEnded) throw new Problem(404, 'This session is over already.');
      await writeAudit(transaction, { actor: actorOf(context), action: 'session_ended', userId }, clock());
    });
    return { message: 'Signed out on that device.' };
  });

  serve(app, changePassword, async ({ body: { currentPassword, password, confirmPassword }, context }) => {
    if (password !== confirmPassword) throw new Problem(422, PASSWORDS_DIFFER);
    const problem = passwordProblem(password);
    if (problem) throw new Problem(422, problem);
    const passwords = { current: currentPassword, next: password };
    const owner = context.get('administrator');
    const logChange = (outcome: 'succeeded' | 'refused' | 'limited') =>
      logSecurity(log, context, { event: 'password_change', outcome, userId: owner.id });
    await changeOwnPassword({ db, clock }, owner, { ...passwords, actor: actorOf(context) }).catch(
      (error: unknown) => {
        if (error instanceof WrongPassword) logChange('refused');
        else if (error instanceof Problem && error.status === 429) logChange('limited');
        throw error;
      },
    );
    logChange('succeeded');
    mails.wake();
    return { message: 'Your password is changed. Your other devices are signed out.' };
  });

  return app;
}
