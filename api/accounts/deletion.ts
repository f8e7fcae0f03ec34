import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';
import { postMail } from '../mail/queue.ts';
import { isLastAdministrator } from './administrators.ts';
import { writeAudit } from './audit.ts';
import { consumeOneTimeToken } from './one-time-tokens.ts';
import { revokeSessionsOf } from './sessions.ts';

/**
 * Closes an account with a mailed token: nobody is signed in to it any more, and it waits for its erasure. 'refused',
 * with the token still good, for the only administrator; 'expired' where the token is unknown, used, replaced or too old.
 */
export async function closeAccountWith(
  db: Kysely<Database>,
  token: string,
  requestId: string,
  now: Date,
): Promise<'closed' | 'refused' | 'expired'> {
  return db
    .transaction()
    .execute(async (transaction) => {
      const userId = await consumeOneTimeToken(transaction, 'deletion_request', token, now);
      if (userId === null) return 'expired';
      if (await isLastAdministrator(transaction, userId)) throw new LastAdministrator();
      const before = await transaction
        .selectFrom('users')
        .where('id', '=', userId)
        .select('status')
        .forUpdate()
        .executeTakeFirstOrThrow();
      const user = await transaction
        .updateTable('users')
        .set({ status: 'deleted', updated_at: now })
        .where('id', '=', userId)
        .returning(['email', 'version'])
        .executeTakeFirstOrThrow();
      const changes = [{ field: 'status', from: before.status, to: 'deleted' }];
      const entry = { action: 'account_closed', userId, version: user.version, changes } as const;
      await writeAudit(transaction, { kind: 'owner', requestId }, entry, now);
      await transaction
        .updateTable('account_deletions')
        .set({ confirmed_at: now })
        .where('user_id', '=', userId)
        .execute();
      await revokeSessionsOf(transaction, userId, now);
      await postMail(transaction, { kind: 'account_deleted', address: user.email }, now);
      return 'closed' as const;
    })
    .catch((error: unknown) => {
      if (error instanceof LastAdministrator) return 'refused' as const;
      throw error;
    });
}

/** Thrown to undo the use of the token. */
class LastAdministrator extends Error {}
