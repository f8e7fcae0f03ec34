import type { Kysely, Selectable } from 'kysely';
import type { Conflict } from '#contract/users.ts';
import type { Database, UsersTable } from '../db/schema.ts';
import { Problem } from '../problem.ts';
import { type Actor, changesSince, writeAudit } from './audit.ts';

type User = Selectable<UsersTable>;
type Names = Pick<User, 'first_name' | 'last_name'> & { phone: string };

/** Somebody else's save came first. */
export type Stale = { user: User; since: Pick<Conflict, 'changedBy' | 'changedAt' | 'fields'> };

/**
 * Saves names and phone, and writes down what changed. With the `version` that was read, a newer one is answered as
 * stale and nothing is saved. Throws 404 for no such user.
 */
export async function updateNames(
  db: Kysely<Database>,
  userId: number,
  names: Names,
  version: number | undefined,
  actor: Actor,
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
    if (version !== undefined && version !== before.version) {
      const since = await changesSince(transaction, userId, version);
      // Whoever does not write into the log, such as the app itself, is nobody known.
      const { changedBy, changedAt, fields } = since ?? {
        changedBy: null,
        changedAt: before.updated_at,
        fields: changesBetween(before, names).map(({ field }) => field),
      };
      return { stale: { user: before, since: { changedBy, changedAt: changedAt.toISOString(), fields } } };
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
      await writeAudit(transaction, actor, entry, now);
    }
    return { saved };
  });
}

function changesBetween(before: User, names: Names) {
  return (['first_name', 'last_name', 'phone'] as const)
    .map((field) => ({ field, from: before[field], to: names[field] }))
    .filter(({ from, to }) => from !== to);
}
