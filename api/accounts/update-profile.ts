import type { Transaction } from 'kysely';
import type { Conflict } from '#contract/users/update.ts';
import { readChangesSince } from '../audit/read.ts';
import { type Actor, writeAuditEntry } from '../audit/write.ts';
import { type Database, type Db, type StoredUser, userColumns } from '../db/schema.ts';
import { Problem } from '../http/problem.ts';

type Profile = Pick<StoredUser, 'first_name' | 'last_name'> & { phone: string };
type ProfileUpdate = { userId: number; profile: Profile; version: number | undefined; actor: Actor };

/** Another administrator has saved a newer version. */
export type StaleUpdate = { user: StoredUser; since: Pick<Conflict, 'changedBy' | 'changedAt' | 'fields'> };

/** Returns `stale`, with nothing saved, if `version` is older than the stored one. Throws 404, and 409 if deleted. */
export async function updateProfile(
  db: Db,
  { userId, profile, version, actor }: ProfileUpdate,
  now: Date,
): Promise<{ saved: StoredUser } | { stale: StaleUpdate }> {
  return db.transaction().execute(async (transaction) => {
    const before = await transaction
      .selectFrom('users')
      .where('id', '=', userId)
      .select([...userColumns, 'updated_at'])
      .forUpdate()
      .executeTakeFirst();
    if (!before) throw new Problem(404, 'User not found.');
    if (before.status === 'deleted') throw new Problem(409, 'This account has been deleted.');
    if (version !== undefined && version !== before.version) {
      return {
        stale: { user: before, since: await readChangesAfter(transaction, before, { profile, version }) },
      };
    }
    const saved = await transaction
      .updateTable('users')
      .set({ ...profile, updated_at: now })
      .where('id', '=', userId)
      .returning(userColumns)
      .executeTakeFirstOrThrow();
    const changes = changesBetween(before, profile);
    if (changes.length > 0) {
      const entry = { action: 'user_updated', userId, version: saved.version, changes } as const;
      await writeAuditEntry(transaction, { actor, ...entry }, now);
    }
    return { saved };
  });
}

/** What is written into the table by hand has no audit entry: it is found by comparison and has no author. */
async function readChangesAfter(
  transaction: Transaction<Database>,
  current: StoredUser & { updated_at: Date },
  { profile, version }: { profile: Profile; version: number },
): Promise<StaleUpdate['since']> {
  const { last, fields, isComplete } = await readChangesSince(transaction, current, version);
  const unlogged = isComplete ? [] : changesBetween(current, profile).map(({ field }) => field);
  // The app’s backend also changes what the form does not have: there is nothing to compare it with.
  const compared = [...fields, ...unlogged].filter((field) => Object.hasOwn(current, field));
  return {
    changedBy: last?.by ?? null,
    changedAt: (last?.at ?? current.updated_at).toISOString(),
    fields: [...new Set(compared)],
  };
}

function changesBetween(before: StoredUser, profile: Profile) {
  return (['first_name', 'last_name', 'phone'] as const)
    .map((field) => ({ field, from: before[field], to: profile[field] }))
    .filter(({ from, to }) => from !== to);
}
