import type { Transaction } from 'kysely';
import { type Actor, writeAuditEntry } from '../audit/write.ts';
import { consumeOneTimeToken } from '../auth/one-time-tokens.ts';
import { revokeSessions } from '../auth/sessions.ts';
import type { Database, Db } from '../db/schema.ts';
import { enqueueMail } from '../mail/queue.ts';
import { isLastOwner } from './last-owner.ts';

/** `expired`: the token is not valid. `refused`: the last administrator, and the token stays valid. */
export async function closeAccountByToken(
  db: Db,
  { token, requestId }: { token: string; requestId: string },
  now: Date,
): Promise<'closed' | 'refused' | 'expired'> {
  return db
    .transaction()
    .execute(async (transaction) => {
      const used = await consumeOneTimeToken(transaction, { purpose: 'deletion_request', token }, now);
      if (!used) return 'expired';
      const { userId } = used;
      if (await isLastOwner(transaction, userId)) throw new LastOwnerError();
      const actor = { kind: 'owner', requestId } as const;
      // Another link may have closed the account while this mail was composed.
      if (!(await closeAccount(transaction, { userId, actor }, now))) return 'expired';
      return 'closed' as const;
    })
    .catch((error: unknown) => {
      if (error instanceof LastOwnerError) return 'refused' as const;
      throw error;
    });
}

/**
 * Ends the sessions of a user and mails them; the erasure follows. Returns false, with nothing done, for a closed account.
 */
export async function closeAccount(
  transaction: Transaction<Database>,
  { userId, actor }: { userId: number; actor: Actor },
  now: Date,
): Promise<boolean> {
  const before = await transaction
    .selectFrom('users')
    .where('id', '=', userId)
    .select('status')
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (before.status === 'deleted') return false;
  const user = await transaction
    .updateTable('users')
    .set({ status: 'deleted', is_deletion_under_way: true, updated_at: now })
    .where('id', '=', userId)
    .returning(['email', 'version'])
    .executeTakeFirstOrThrow();
  const changes = [{ field: 'status', from: before.status, to: 'deleted' }];
  const entry = { action: 'account_closed', userId, version: user.version, changes } as const;
  await writeAuditEntry(transaction, { actor, ...entry }, now);
  const confirmed = { confirmed_at: now, status_before: before.status };
  // An upsert: housekeeping of a server with a fast clock may have deleted the request.
  await transaction
    .insertInto('account_deletions')
    .values({ user_id: userId, reason: null, requested_at: now, erased_at: null, ...confirmed })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(confirmed))
    .execute();
  await revokeSessions(transaction, { userId }, now);
  await enqueueMail(transaction, { kind: 'account_deleted', address: user.email }, now);
  return true;
}

/** Deletes unconfirmed requests, with their reasons, once their links have expired. */
export async function deleteUnconfirmedRequests(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('account_deletions')
    .where('confirmed_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('one_time_tokens')
            .whereRef('one_time_tokens.user_id', '=', 'account_deletions.user_id')
            .where('purpose', '=', 'deletion_request')
            .where('expires_at', '>', now)
            .select('one_time_tokens.user_id'),
        ),
      ),
    )
    .execute();
}

/** Rolls back the use of the token. */
class LastOwnerError extends Error {}
