import type { Kysely } from 'kysely';
import { writeAuditEntry } from '../audit/write.ts';
import type { Database } from '../db/schema.ts';

const DAY_MS = 86_400_000;
const RESTORABLE_DAYS = 30;

/** Removes what was deleted 30 days ago, with its versions (cascade). */
export async function removeDeletedRecipes(db: Kysely<Database>, now: Date): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const removed = await transaction
      .deleteFrom('recipes')
      .where('deleted_at', '<=', new Date(now.getTime() - RESTORABLE_DAYS * DAY_MS))
      .returning(['id', 'title'])
      .execute();
    if (removed.length === 0) return;
    const actor = { kind: 'housekeeping', requestId: null } as const;
    const changes = removed.map(({ title }) => ({ field: 'title', from: title, to: null }));
    const recipeIds = removed.map(({ id }) => id);
    await writeAuditEntry(
      transaction,
      { actor, action: 'recipes_removed', userId: null, recipeIds, changes },
      now,
    );
  });
}
