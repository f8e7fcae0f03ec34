import { sql } from 'kysely';
import { type Actor, writeAuditEntry } from '../audit/write.ts';
import type { Db } from '../db/schema.ts';
import { Problem } from '../http/problem.ts';
import { enqueueMail } from '../mail/queue.ts';
import { consumeOneTimeToken, revokePasswordLinks } from './one-time-tokens.ts';
import { hashPassword, verifyPassword } from './password-hash.ts';
import { countAttempt, resetAttempts, throwTooManyAttempts, uncountAttempt } from './rate-limits.ts';
import { hasFactor } from './second-factor.ts';
import { revokeSessions } from './sessions.ts';

type Owner = { id: number; email: string; sessionId: string };

export class WrongPasswordError extends Problem {
  constructor() {
    super(422, 'Incorrect current password.');
  }
}

/**
 * A wrong current password counts as a failed sign-in, because it is a guess. Throws WrongPasswordError, 409, 429, 503.
 */
export async function changeOwnPassword(
  { db, clock }: { db: Db; clock: () => Date },
  owner: Owner,
  { current, next, actor }: { current: string; next: string; actor: Actor },
): Promise<void> {
  const startedAt = clock();
  const retryAt = await countAttempt(db, { limit: 'signInAccount', subject: owner.email }, startedAt);
  if (retryAt) throwTooManyAttempts(retryAt, startedAt);
  const verifiedHash = await findVerifiedHash(db, owner, current).catch(async (error: unknown) => {
    // A server error does not count as a wrong password.
    await uncountAttempt(db, { limit: 'signInAccount', subject: owner.email }, startedAt);
    throw error;
  });
  if (verifiedHash === null) throw new WrongPasswordError();
  const attempt = { limit: 'signInAccount', subject: owner.email } as const;
  // Otherwise someone who knows the password could guess codes without limit.
  if (await hasFactor(db, owner.id)) await uncountAttempt(db, attempt, startedAt);
  else await resetAttempts(db, attempt);
  const password_hash = await hashPassword(next);
  await db.transaction().execute(async (transaction) => {
    const now = clock();
    await revokePasswordLinks(transaction, owner.id);
    const changed = await transaction
      .updateTable('users')
      .set({ password_hash, updated_at: now })
      .where('id', '=', owner.id)
      .where('password_hash', '=', verifiedHash)
      .where('status', '=', 'active')
      .executeTakeFirst();
    if (changed.numUpdatedRows !== 1n) {
      throw new Problem(409, 'Your password was changed in the meantime. Please sign in again.');
    }
    await revokeSessions(transaction, { userId: owner.id, keptSessionId: owner.sessionId }, now);
    await writeAuditEntry(transaction, { actor, action: 'password_changed', userId: owner.id }, now);
    await enqueueMail(transaction, { kind: 'password_changed', address: owner.email }, now);
  });
}

/** The stored hash if `password` matches it. Throws 503 if too many hashes are waiting. */
async function findVerifiedHash(db: Db, { id }: Owner, password: string): Promise<string | null> {
  const { password_hash } = await db
    .selectFrom('users')
    .where('id', '=', id)
    .select('password_hash')
    .executeTakeFirstOrThrow();
  return (await verifyPassword(password, password_hash)) ? password_hash : null;
}

/** Ends every session. Returns null, with nothing changed, for a token that is not valid. */
export async function resetPasswordByToken(
  db: Db,
  { token, passwordHash, requestId }: { token: string; passwordHash: string; requestId: string },
  now: Date,
): Promise<number | null> {
  return db.transaction().execute(async (transaction) => {
    const used = await consumeOneTimeToken(transaction, { purpose: 'password_reset', token }, now);
    if (!used) return null;
    const { userId, byMail } = used;
    const user = await transaction
      .updateTable('users')
      .set({
        password_hash: passwordHash,
        // A link from the command line does not verify the email address.
        ...(byMail ? { is_email_verified: true } : {}),
        // An administrator who was invited has begun.
        onboarding_status: sql`case role when 'admin' then 'completed' else onboarding_status end`,
        updated_at: now,
      })
      .where('id', '=', userId)
      .where('status', '=', 'active')
      .returning('email')
      .executeTakeFirst();
    // The user was suspended or deleted after the mail was sent.
    if (!user) return null;
    await revokeSessions(transaction, { userId }, now);
    // The owner does not wait for the backoff, unless it may be one of wrong codes.
    if (!(await hasFactor(transaction, userId)))
      await resetAttempts(transaction, { limit: 'signInAccount', subject: user.email });
    await writeAuditEntry(
      transaction,
      { actor: { kind: 'owner', requestId }, action: 'password_changed', userId },
      now,
    );
    await enqueueMail(transaction, { kind: 'password_changed', address: user.email }, now);
    return userId;
  });
}
