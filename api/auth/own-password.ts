import type { Kysely } from 'kysely';
import { type Actor, writeAudit } from '../audit/write.ts';
import type { Database } from '../db/schema.ts';
import { Problem } from '../http/problem.ts';
import { enqueueMail } from '../mail/queue.ts';
import { revokePasswordLinks } from './one-time-tokens.ts';
import { hashPassword, verifyPassword } from './password-hash.ts';
import { countAttempt, resetAttempts, throwRateLimited, uncountAttempt } from './rate-limits.ts';
import { revokeSessionsOf } from './sessions.ts';

type Owner = { id: number; email: string; sessionId: string };

/** The current password is not the stored one. */
export class WrongPassword extends Problem {
  constructor() {
    super(422, 'The current password is not right.');
  }
}

/**
 * Changes an administrator's own password, ends the other sessions and queues a notice. A wrong current password counts
 * as a failed sign-in, because it is another way to guess. Throws WrongPassword, and 429 after too many.
 */
export async function changeOwnPassword(
  { db, clock }: { db: Kysely<Database>; clock: () => Date },
  owner: Owner,
  { current, next, actor }: { current: string; next: string; actor: Actor },
): Promise<void> {
  const begun = clock();
  const opens = await countAttempt(db, { limit: 'signInAccount', subject: owner.email }, begun);
  if (opens) throwRateLimited(opens, begun);
  const held = await heldHash(db, owner, current).catch(async (error: unknown) => {
    // A failure of the server does not count as a wrong password.
    await uncountAttempt(db, { limit: 'signInAccount', subject: owner.email }, begun);
    throw error;
  });
  if (held === null) throw new WrongPassword();
  await resetAttempts(db, { limit: 'signInAccount', subject: owner.email });
  const password_hash = await hashPassword(next);
  await db.transaction().execute(async (transaction) => {
    const now = clock();
    await revokePasswordLinks(transaction, owner.id);
    const changed = await transaction
      .updateTable('users')
      .set({ password_hash, updated_at: now })
      .where('id', '=', owner.id)
      .where('password_hash', '=', held)
      .where('status', '=', 'active')
      .executeTakeFirst();
    if (changed.numUpdatedRows !== 1n) {
      throw new Problem(409, 'The password was changed meanwhile. Please sign in again.');
    }
    await revokeSessionsOf(transaction, { userId: owner.id, kept: owner.sessionId }, now);
    await writeAudit(transaction, { actor, action: 'password_changed', userId: owner.id }, now);
    await enqueueMail(transaction, { kind: 'password_changed', address: owner.email }, now);
  });
}

/** The stored hash where `password` belongs to it; else null. Throws 503 as verifyPassword does. */
async function heldHash(db: Kysely<Database>, { id }: Owner, password: string): Promise<string | null> {
  const { password_hash } = await db
    .selectFrom('users')
    .where('id', '=', id)
    .select('password_hash')
    .executeTakeFirstOrThrow();
  return (await verifyPassword(password, password_hash)) ? password_hash : null;
}
