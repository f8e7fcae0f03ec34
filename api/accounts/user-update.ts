import type { Kysely, Transaction } from 'kysely';
import type { Conflict } from '#contract/users.ts';
import { changesSince } from '../audit/read.ts';
import { type Actor, writeAudit } from '../audit/write.ts';
import type { Database, UserRow } from '../db/schema.ts';
import { Problem } from '../http/problem.ts';

type Names = Pick<UserRow, 'first_name' | 'last_name'> & { phone: string };
type Update = { userId: number; names: Names; version: number | undefined; actor: Actor };

/** A newer version exists: the save of another administrator came first. */
export type Stale = { user: UserRow; since: Pick<Conflict, 'changedBy' | 'changedAt' | 'fields'> };

/**
 * Saves names and phone, with an entry in the audit log. Where `version` is given and older than the stored one,
 * nothing is saved and the result is stale. Throws 404 for an unknown user, and 409 for a deleted account.
 */
export async function updateNames(
  db: Kysely<Database>,
  { userId, names, version, actor }: Update,
  now: Date,
): Promise<{ saved: UserRow } | { stale: Stale }> {
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

/**
 * What changed after `version`. The app itself writes no entries: its changes are found by comparing, and have no name.
 */
async function whatCameBetween(
  transaction: Transaction<Database>,
  current: UserRow,
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

function changesBetween(before: UserRow, names: Names) {
  return (['first_name', 'last_name', 'phone'] as const)
    .map((field) => ({ field, from: before[field], to: names[field] }))
    .filter(({ from, to }) => from !== to);
}
