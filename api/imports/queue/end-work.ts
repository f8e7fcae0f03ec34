import type { Kysely } from 'kysely';
import type { ImportState } from '#contract/recipes/imports.ts';
import { writeAuditEntry } from '../../audit/write.ts';
import type { Database } from '../../db/schema.ts';
import type { StoredImport } from '../records.ts';

type End = {
  found: StoredImport;
  action: 'recipes_imported' | 'import_undone';
  /** A stop has changed the state already. */
  from: ImportState;
  to: { state: ImportState; undo_until?: Date };
};

/** One audit entry with the recipes of this run. */
export async function endWork(
  db: Kysely<Database>,
  { found: { id, acted_by, request_id }, action, from, to }: End,
  now: Date,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const isUndo = action === 'import_undone';
    const rows = await transaction
      .updateTable('import_rows')
      .set({ is_audited: !isUndo })
      .where('import_id', '=', id)
      .where('is_audited', '=', isUndo)
      .where('result', 'in', isUndo ? ['undone'] : ['created', 'replaced'])
      .returning('recipe_id')
      .execute();
    const recipeIds = rows.flatMap(({ recipe_id }) => (recipe_id === null ? [] : [recipe_id]));
    await transaction
      .updateTable('recipe_imports')
      .set({ ...to, finished_at: now })
      .where('id', '=', id)
      .where('state', '=', from)
      .execute();
    if (recipeIds.length === 0 || acted_by === null) return;
    const actor = { kind: 'administrator', id: acted_by, requestId: request_id } as const;
    const changes = [{ field: 'import', from: isUndo ? String(id) : null, to: isUndo ? null : String(id) }];
    await writeAuditEntry(transaction, { actor, action, userId: null, recipeIds, changes }, now);
  });
}
