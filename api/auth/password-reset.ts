import type { Kysely } from 'kysely';
import { writeAudit } from '../audit/write.ts';
import type { Database } from '../db/schema.ts';
import { enqueueMail } from '../mail/queue.ts';
import { consumeOneTimeToken } from './one-time-tokens.ts';
import { resetAttempts } from './rate-limits.ts';
import { revokeSessionsOf } from './sessions.ts';

/**
 * Sets a password with a mailed token, ends every session of the user and queues a notice. Returns the user's id, or
 * null with nothing changed where the token is unknown, used, replaced or expired.
 */
export async function resetPasswordWith(
  db: Kysely<Database>,
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
        // A link from the command line does not prove the mailbox.
        ...(byMail ? { is_email_verified: true } : {}),
        updated_at: now,
      })
      .where('id', '=', userId)
      .where('status', '=', 'active')
      .returning('email')
      .executeTakeFirst();
    // Suspended or deleted since the mail left: the token is used, and without effect.
    if (!user) return null;
    await revokeSessionsOf(transaction, { userId }, now);
    // Guessing starts again from zero, and the owner need not wait for the backoff to end.
    await resetAttempts(transaction, { limit: 'signInAccount', subject: user.email });
    await writeAudit(
      transaction,
      { actor: { kind: 'owner', requestId }, action: 'password_changed', userId },
      now,
    );
    await enqueueMail(transaction, { kind: 'password_changed', address: user.email }, now);
    return userId;
  });
}
