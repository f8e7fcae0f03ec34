import type { Transaction } from 'kysely';
import { type Actor, writeAuditEntry } from '../audit/write.ts';
import { revokePasswordLinks } from '../auth/one-time-tokens.ts';
import { revokeSessions } from '../auth/sessions.ts';
import { type Database, type Db, type StoredUser, userColumns } from '../db/schema.ts';
import { Problem } from '../http/problem.ts';
import { isLastOwner } from './last-owner.ts';

type Change = { userId: number; actor: Actor };

/** Suspends a user and revokes the sessions. Throws 404, and 409 for the last administrator and a deleted account. */
export async function suspend(db: Db, { userId, actor }: Change, now: Date): Promise<StoredUser> {
  return db.transaction().execute(async (transaction) => {
    // Locks tokens before users, as a password reset does; the reverse order can deadlock.
    await revokePasswordLinks(transaction, userId);
    // They are locked before the row of the user: two administrators who suspend each other lock in the same order.
    if (await isLastOwner(transaction, userId)) {
      throw new Problem(
        409,
        'This is the only owner, so you can’t suspend it. Make someone else an owner first.',
      );
    }
    const user = await changeStatus(transaction, { userId, status: 'suspended', actor }, now);
    await revokeSessions(transaction, { userId }, now);
    return user;
  });
}

/** Ends a suspension. Throws 404, and 409 for a deleted account. */
export async function restore(db: Db, { userId, actor }: Change, now: Date): Promise<StoredUser> {
  return db
    .transaction()
    .execute((transaction) => changeStatus(transaction, { userId, status: 'active', actor }, now));
}

/** Repeating it changes nothing and writes no audit entry. */
async function changeStatus(
  transaction: Transaction<Database>,
  { userId, status, actor }: Change & { status: 'active' | 'suspended' },
  now: Date,
): Promise<StoredUser> {
  const before = await transaction
    .selectFrom('users')
    .where('id', '=', userId)
    .select(userColumns)
    .forUpdate()
    .executeTakeFirst();
  if (!before) throw new Problem(404, 'User not found.');
  if (before.status === 'deleted') throw new Problem(409, 'This account has been deleted.');
  if (before.status === status) return before;
  const after = await transaction
    .updateTable('users')
    .set({ status, updated_at: now })
    .where('id', '=', userId)
    .returning(userColumns)
    .executeTakeFirstOrThrow();
  const action = status === 'suspended' ? 'user_suspended' : 'user_restored';
  const changes = [{ field: 'status', from: before.status, to: status }];
  await writeAuditEntry(transaction, { actor, action, userId, version: after.version, changes }, now);
  return after;
}
