import type { Kysely, Transaction } from 'kysely';
import type { ImportResult, ImportState } from '#contract/recipes/imports.ts';
import { writeAuditEntry } from '../../audit/write.ts';
import type { Database } from '../../db/schema.ts';
import { getUndoEnd } from '../actions.ts';
import type { StoredImport } from '../records.ts';

/** An import, and who started its current work. */
export type Run = Pick<StoredImport, 'id' | 'acted_by' | 'request_id'>;

type End = {
  found: Run;
  action: 'recipes_imported' | 'import_undone';
  /** A stop has changed the state already. */
  from: ImportState;
  to: { state: ImportState; undo_until?: Date };
  /** The rows that are not done get it. */
  results: readonly ImportResult[];
};

/** Writes the audit entry of this run. Returns false if rows are left and their work was started again meanwhile. */
export async function endWork(
  db: Kysely<Database>,
  { found, action, from, to, results }: End,
  now: Date,
): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    await auditRows(transaction, { found, action }, now);
    await transaction
      .updateTable('background_jobs')
      .set({ ...to, finished_at: now })
      .where('id', '=', found.id)
      .where('state', '=', from)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('background_job_rows')
              .where('job_id', '=', found.id)
              .where('result', 'in', results)
              .select('row'),
          ),
        ),
      )
      .execute();
    const { state } = await transaction
      .selectFrom('background_jobs')
      .where('id', '=', found.id)
      .select('state')
      .executeTakeFirstOrThrow();
    return state !== from;
  });
}

/** Ends an import that is given up: what it has stored can be undone. */
export async function recordPartialWork(db: Kysely<Database>, found: StoredImport, now: Date): Promise<void> {
  const action = found.state === 'undoing' ? 'import_undone' : 'recipes_imported';
  await db.transaction().execute(async (transaction) => {
    await auditRows(transaction, { found, action }, now);
    await transaction
      .updateTable('background_jobs')
      .set({ undo_until: getUndoEnd(now), finished_at: now })
      .where('id', '=', found.id)
      .where('undo_until', 'is', null)
      .execute();
  });
}

async function auditRows(
  transaction: Transaction<Database>,
  { found: { id, acted_by, request_id }, action }: Pick<End, 'found' | 'action'>,
  now: Date,
): Promise<void> {
  const isUndo = action === 'import_undone';
  const rows = await transaction
    .updateTable('background_job_rows')
    .set({ is_audited: !isUndo })
    .where('job_id', '=', id)
    .where('is_audited', '=', isUndo)
    .where('result', 'in', isUndo ? ['undone'] : ['created', 'replaced'])
    .returning('recipe_id')
    .execute();
  const recipeIds = rows.flatMap(({ recipe_id }) => (recipe_id === null ? [] : [recipe_id]));
  if (recipeIds.length === 0 || acted_by === null) return;
  const actor = { kind: 'administrator', id: acted_by, requestId: request_id } as const;
  const changes = [{ field: 'import', from: isUndo ? String(id) : null, to: isUndo ? null : String(id) }];
  await writeAuditEntry(transaction, { actor, action, userId: null, recipeIds, changes }, now);
}
