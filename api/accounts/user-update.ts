import type { Kysely, Selectable, Transaction } from 'kysely';
import type { Conflict } from '#contract/users.ts';
import { changesSince } from '../audit/read.ts';
import { type Actor, writeAudit } from '../audit/write.ts';
import type { Database, UsersTable } from '../db/schema.ts';
import { Problem } from '../http/problem.ts';

type User = Selectable<UsersTable>;
type Names = Pick<User, 'first_name' | 'last_name'> & { phone: string };
type Update = { userId: number; names: Names; version: number | undefined; actor: Actor };

/** Somebody else's save came first. */
export type Stale = { user: User; since: Pick<Conflict, 'changedBy' | 'changedAt' | 'fields'> };

/**
 * Saves names and phone, and writes down what changed. With the `version` that was read, a newer one is answered as
 * stale and nothing is saved. Throws 404 for no such user, and 409 for a deleted account.
 */
export async function updateNames(
  db: Kysely<Database>,
  { userId, names, version, actor }: Update,
  now: Date,
): Promise<{ saved: User } | { stale: Stale }> {
  return db.transaction().execute(async (transaction) => {
    const before = await transaction
      .selectFrom('users')
      .where('id', '=', userId)
      .selectAll()
      .forUpdate()
      .executeTakeFirst();
    if (!before) throw new Problem(404, 'There is no such user.');
    if (before.status === 'deleted') throw new Problem(409, 'This account is deleted.');
    if (version !== undefined && version !== before.version) {
      return {
        stale: { user: before, since: await whatCameBetween(transaction, before, { names, version }) },
      };
    }
    const saved = await transaction
      .updateTable('users')
      .set({ ...names, updated_at: now })
      .where('id', '=', userId)
      .returningAll()
      .executeTakeFirstOrThrow();
    const changes = changesBetween(before, names);
    if (changes.length > 0) {
      const entry = { action: 'user_updated', userId, version: saved.version, changes } as const;
      await writeAudit(transaction, { actor, ...entry }, now);
    }
    return { saved };
  });
}

/** Whoever does not write into the log, such as the app itself, is nobody known, and what they changed is compared. */
async function whatCameBetween(
  transaction: Transaction<Database>,
  current: User,
  { names, version }: { names: Names; version: number },
): Promise<Stale['since']> {
  const { last, fields, isComplete } = await changesSince(transaction, current, version);
  const unlogged = isComplete ? [] : changesBetween(current, names).map(({ field }) => field);
  return {
    changedBy: last?.by ?? null,
    changedAt: (last?.at ?? current.updated_at).toISOString(),
    fields: [...new Set([...fields, ...unlogged])],
  };
}

function changesBetween(before: User, names: Names) {
  return (['first_name', 'last_name', 'phone'] as const)
    .map((field) => ({ field, from: before[field], to: names[field] }))
    .filter(({ from, to }) => from !== to);
}
