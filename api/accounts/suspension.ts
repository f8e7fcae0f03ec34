import type { Kysely, Selectable, Transaction } from 'kysely';
import { type Actor, writeAudit } from '../audit/write.ts';
import { dropPasswordLinks } from '../auth/one-time-tokens.ts';
import { revokeSessionsOf } from '../auth/sessions.ts';
import type { Database, UsersTable } from '../db/schema.ts';
import { Problem } from '../http/problem.ts';
import { isLastAdministrator } from './last-administrator.ts';

type User = Selectable<UsersTable>;
type Change = { userId: number; actor: Actor };

/** Shuts a user out and ends their sessions. Throws 404, and 409 for the last administrator and a deleted account. */
export async function suspend(db: Kysely<Database>, { userId, actor }: Change, now: Date): Promise<User> {
  return db.transaction().execute(async (transaction) => {
    // Tokens before users, as a reset takes them: otherwise the two could wait for each other.
    await dropPasswordLinks(transaction, userId);
    // Before the user's own row, so that two who suspend each other wait in the same order.
    if (await isLastAdministrator(transaction, userId)) {
      throw new Problem(
        409,
        'This is the last administrator, and cannot be suspended. Make somebody else one first.',
      );
    }
    const user = await changeStatus(transaction, { userId, status: 'suspended', actor }, now);
    await revokeSessionsOf(transaction, { userId }, now);
    return user;
  });
}

/** Lets a suspended user in again. Throws 404, and 409 for a deleted account. */
export async function restore(db: Kysely<Database>, { userId, actor }: Change, now: Date): Promise<User> {
  return db
    .transaction()
    .execute((transaction) => changeStatus(transaction, { userId, status: 'active', actor }, now));
}

/** Doing it twice changes nothing the second time, and writes nothing down. */
async function changeStatus(
  transaction: Transaction<Database>,
  { userId, status, actor }: Change & { status: 'active' | 'suspended' },
  now: Date,
): Promise<User> {
  const before = await transaction
    .selectFrom('users')
    .where('id', '=', userId)
    .selectAll()
    .forUpdate()
    .executeTakeFirst();
  if (!before) throw new Problem(404, 'There is no such user.');
  if (before.status === 'deleted') throw new Problem(409, 'This account is deleted.');
  if (before.status === status) return before;
  const after = await transaction
    .updateTable('users')
    .set({ status, updated_at: now })
    .where('id', '=', userId)
    .returningAll()
    .executeTakeFirstOrThrow();
  const action = status === 'suspended' ? 'user_suspended' : 'user_restored';
  const changes = [{ field: 'status', from: before.status, to: status }];
  await writeAudit(transaction, { actor, action, userId, version: after.version, changes }, now);
  return after;
}
