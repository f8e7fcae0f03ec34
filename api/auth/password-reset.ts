import type { Kysely } from 'kysely';
import { writeAuditEntry } from '../audit/write.ts';
import type { Database } from '../db/schema.ts';
import { enqueueMail } from '../mail/queue.ts';
import { consumeOneTimeToken } from './one-time-tokens.ts';
import { resetAttempts } from './rate-limits.ts';
import { revokeSessions } from './sessions.ts';

/** Ends every session. Returns null, with nothing changed, for a token that is not valid. */
export async function resetPasswordByToken(
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
        // A link from the command line does not verify the email address.
        ...(byMail ? { is_email_verified: true } : {}),
        updated_at: now,
      })
      .where('id', '=', userId)
      .where('status', '=', 'active')
      .returning('email')
      .executeTakeFirst();
    // The user was suspended or deleted after the mail was sent.
    if (!user) return null;
    await revokeSessions(transaction, { userId }, now);
    // The owner does not wait for the backoff.
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
