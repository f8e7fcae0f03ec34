import type { Transaction } from 'kysely';
import type { Deletion } from '#contract/users/read.ts';
import { type Actor, writeAuditEntry } from '../audit/write.ts';
import { type Database, type Db, type StoredUser, userColumns } from '../db/schema.ts';
import { isAddress } from '../db/user-by-email.ts';
import { Problem } from '../http/problem.ts';
import { enqueueMail } from '../mail/queue.ts';
import { dueAt } from './erasure.ts';

/** The confirmed deletion of a user, also an erased one. Null without one. */
export async function readDeletion(db: Db, userId: number): Promise<Deletion | null> {
  const found = await db
    .selectFrom('account_deletions')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .select(['requested_at', 'confirmed_at', 'erased_at'])
    .executeTakeFirst();
  if (!found?.confirmed_at) return null;
  return {
    requestedAt: found.requested_at.toISOString(),
    confirmedAt: found.confirmed_at.toISOString(),
    dueAt: dueAt(found.confirmed_at).toISOString(),
    erasedAt: found.erased_at?.toISOString() ?? null,
  };
}

/**
 * Opens the account again with the status from before its confirmation, and mails its owner. A mail about the deletion that
 * was not sent yet never is. Ended sessions stay ended.
 * Throws 404, and 409 if no deletion is under way or the erasure has begun.
 */
export async function stopDeletion(
  db: Db,
  { userId, actor }: { userId: number; actor: Actor },
  now: Date,
): Promise<StoredUser> {
  return db.transaction().execute(async (transaction) => {
    const status = await removeRequest(transaction, userId);
    const user = await transaction
      .updateTable('users')
      .set({ status, is_deletion_under_way: false, updated_at: now })
      .where('id', '=', userId)
      .returning(userColumns)
      .executeTakeFirstOrThrow();
    const changes = [{ field: 'status', from: 'deleted', to: status }];
    const entry = { action: 'deletion_stopped', userId, version: user.version, changes } as const;
    await writeAuditEntry(transaction, { actor, ...entry }, now);
    await transaction
      .deleteFrom('mails')
      .where('kind', '=', 'account_deleted')
      .where(isAddress('address', user.email))
      .execute();
    await enqueueMail(transaction, { kind: 'deletion_stopped', address: user.email }, now);
    return user;
  });
}

/** Returns the status from before. Locks in the order of an erasure, so that this waits for one that has begun. */
async function removeRequest(transaction: Transaction<Database>, userId: number) {
  const request = await transaction
    .selectFrom('account_deletions')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .select(['erased_at', 'status_before'])
    .forUpdate()
    .executeTakeFirst();
  if (!request) {
    const user = await transaction
      .selectFrom('users')
      .where('id', '=', userId)
      .select('id')
      .executeTakeFirst();
    if (!user) throw new Problem(404, 'User not found.');
    throw new Problem(409, 'This account isn’t being deleted.');
  }
  if (request.erased_at) {
    throw new Problem(409, 'This user’s personal data has been erased. It’s too late to stop the deletion.');
  }
  await transaction.deleteFrom('account_deletions').where('user_id', '=', userId).execute();
  return request.status_before ?? 'active';
}
