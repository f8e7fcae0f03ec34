import type { Kysely } from 'kysely';
import { writeAudit } from '../audit/write.ts';
import type { Database } from '../db/schema.ts';
import { postMail } from '../mail/queue.ts';
import { consumeOneTimeToken } from './one-time-tokens.ts';
import { forgetAttempts } from './rate-limits.ts';
import { revokeSessionsOf } from './sessions.ts';

/**
 * Sets a password with a mailed token, ends every session of its owner and queues a notice to them. Answers whose it is;
 * null, with nothing changed, where the token is unknown, used, replaced or too old.
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
        // A link that was handed over says nothing about the mailbox.
        ...(byMail ? { is_email_verified: true } : {}),
        updated_at: now,
      })
      .where('id', '=', userId)
      .where('status', '=', 'active')
      .returning('email')
      .executeTakeFirst();
    // Suspended or deleted since the mail left: the token is spent, and good for nothing.
    if (!user) return null;
    await revokeSessionsOf(transaction, { userId }, now);
    // Whoever guessed has to begin again, and the owner need not wait for the pause to end.
    await forgetAttempts(transaction, { limit: 'signInAccount', subject: user.email });
    await writeAudit(
      transaction,
      { actor: { kind: 'owner', requestId }, action: 'password_changed', userId },
      now,
    );
    await postMail(transaction, { kind: 'password_changed', address: user.email }, now);
    return userId;
  });
}
