import { type Context, Hono } from 'hono';
import { exportActivity } from '#contract/activity.ts';
import { makeAppKey, revokeAppKey, rollAppKey } from '#contract/app/keys.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { exportPayments } from '#contract/payments/exports.ts';
import { doStoreAct } from '#contract/purchases/acts.ts';
import {
  addPasskey,
  confirmTotp,
  makeRecoveryCodes,
  removePasskey,
  removeTotp,
  resetFactor,
  startPasskey,
  startTotp,
} from '#contract/second-factor.ts';
import { changeRole, inviteAdministrator } from '#contract/users/administrators.ts';
import { exportUsers } from '#contract/users/exports.ts';
import { exportPersonalData } from '#contract/users/personal-data.ts';
import { writeAuditEntry } from '../audit/write.ts';
import type { Db } from '../db/schema.ts';
import { findCredentialsByEmail } from '../db/user-by-email.ts';
import { Problem, ReasonedProblem } from '../http/problem.ts';
import { ROW_ID } from '../http/serve-endpoint.ts';
import { consumePasskeyChallenge } from './passkeys.ts';
import { verifyPassword } from './password-hash.ts';
import { countAttempt, resetAttempts, throwTooManyAttempts, uncountAttempt } from './rate-limits.ts';
import type { AdminVariables } from './require-administrator.ts';
import { consumeProof, listProofMethods, type Proof } from './second-factor.ts';

const PROOF_MS = 10 * 60_000;

type Call = Pick<Endpoint<unknown, unknown, unknown>, 'method' | 'path'>;

/** They take people’s data out, move money, or open the door to someone else. So does suspending an administrator: see its route. */
export const stepUpCalls: readonly Call[] = [
  exportUsers,
  exportPayments,
  exportPersonalData,
  exportActivity,
  inviteAdministrator,
  changeRole,
  resetFactor,
  makeAppKey,
  rollAppKey,
  revokeAppKey,
  startTotp,
  confirmTotp,
  removeTotp,
  startPasskey,
  addPasskey,
  removePasskey,
  makeRecoveryCodes,
  doStoreAct,
];

/** Throws 403 with the reason `step_up` if the caller’s last proof is older than ten minutes. A sign-in is one, too. */
export function requireRecentProof(context: Context<AdminVariables>, now: Date): void {
  const { proven_at } = context.get('administrator');
  if (now.getTime() - proven_at.getTime() <= PROOF_MS) return;
  throw new ReasonedProblem(403, 'Please confirm that it’s you, then try again.', 'step_up');
}

/** Stand before the routes of the calls. */
export function stepUpGuards({ clock }: { clock: () => Date }): Hono<AdminVariables> {
  const app = new Hono<AdminVariables>();
  for (const { method, path } of stepUpCalls) {
    // Another text as an ID is no address of the call.
    const pattern = (path as string).replaceAll(/\/:\w+/g, `$&${ROW_ID}`);
    app.on(method, pattern, async (context, next) => {
      requireRecentProof(context, clock());
      await next();
    });
  }
  return app;
}

export type StepUpMethod = 'passkey' | 'totp' | 'password';

/** How an administrator proves who they are: by the second factor, or by the password without one. */
export async function listStepUpMethods(
  db: Db,
  userId: number,
  settings: Parameters<typeof listProofMethods>[2],
): Promise<StepUpMethod[]> {
  const methods = await listProofMethods(db, userId, settings);
  return methods ? methods.filter((method) => method !== 'recovery_code') : ['password'];
}

type StepUpProof = Omit<Proof, 'method'> & { method: StepUpMethod; password?: string | undefined };

/**
 * The calls that need a proof work for ten minutes in this session. A wrong proof counts as a failed sign-in, also in the log. Throws 422 and
 * 429.
 */
export async function stepUp(
  { db, clock, ...settings }: { db: Db; clock: () => Date } & Parameters<typeof listProofMethods>[2],
  {
    id: userId,
    email,
    sessionId,
    requestId,
  }: { id: number; email: string; sessionId: string; requestId: string | null },
  { method, password = '', ...proof }: StepUpProof,
): Promise<void> {
  if (!(await listStepUpMethods(db, userId, settings)).includes(method)) {
    throw new Problem(422, 'This account can’t be confirmed this way.');
  }
  const startedAt = clock();
  const attempt = { limit: 'signInAccount', subject: email } as const;
  const retryAt = await countAttempt(db, attempt, startedAt);
  if (retryAt) throwTooManyAttempts(retryAt, startedAt);
  const isRight = await check().catch(async (error: unknown) => {
    // A server error does not count as a wrong proof.
    await uncountAttempt(db, attempt, startedAt);
    throw error;
  });
  if (!isRight) {
    const isPassword = method === 'password';
    await writeAuditEntry(
      db,
      {
        actor: { kind: 'administrator', id: userId, requestId },
        action: isPassword ? 'sign_in_failed' : 'second_factor_failed',
        userId,
        changes: isPassword ? [] : [{ field: 'second_factor', from: null, to: method }],
      },
      clock(),
    );
    throw new WrongProofError(method);
  }
  await resetAttempts(db, attempt);
  await db.updateTable('sessions').set({ proven_at: clock() }).where('id', '=', sessionId).execute();

  async function check(): Promise<boolean> {
    if (method === 'password') {
      const user = await findCredentialsByEmail(db, email);
      return verifyPassword(password, user?.password_hash ?? null);
    }
    const key = { session_id: sessionId, purpose: 'step_up' } as const;
    const challenge = method === 'passkey' ? await consumePasskeyChallenge(db, key, clock()) : null;
    return consumeProof(db, { userId, proof: { method, ...proof }, challenge, site: settings.site }, clock());
  }
}

export class WrongProofError extends Problem {
  constructor(method: StepUpMethod) {
    super(
      422,
      {
        password: 'Incorrect password.',
        totp: 'That code isn’t right, or it was used before.',
        passkey: 'That passkey couldn’t be verified. Please try again.',
      }[method],
    );
  }
}
