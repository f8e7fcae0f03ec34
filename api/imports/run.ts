import type { Transaction } from 'kysely';
import { DatabaseError } from 'pg';
import type { ImportResult, ImportState } from '#contract/recipes/imports.ts';
import { writeAuditEntry } from '../audit/write.ts';
import type { Database, Db } from '../db/schema.ts';
import { type JobRow, takeRows } from '../jobs/background.ts';
import { getUndoEnd } from './actions.ts';
import type { StoredImport } from './records.ts';

/** An import, and who started its current work. */
export type Run = Pick<StoredImport, 'id' | 'acted_by' | 'request_id'>;

export type RowChange = Partial<Pick<JobRow, 'recipe_id' | 'recipe_version' | 'message'>> & {
  result: ImportResult;
};

type Steps = {
  found: Run;
  /** Ends the work between two rows. */
  signal: AbortSignal;
  /** The work goes on while the import is in this state. */
  state: ImportState;
  results: readonly ImportResult[];
  order: 'asc' | 'desc';
  work: (transaction: Transaction<Database>, row: JobRow) => Promise<RowChange>;
};

/**
 * Works on the rows one by one, each with its recipe in one transaction, so that a row is in or out whole. A row that
 * the database refuses is marked as failed. Returns false if it was stopped by `signal`.
 */
export async function workOnEachRow(db: Db, steps: Steps): Promise<boolean> {
  while (!steps.signal.aborted) {
    if (!(await workOnNextRow(db, steps))) return true;
  }
  return false;
}

async function workOnNextRow(db: Db, steps: Steps): Promise<boolean> {
  let current: JobRow | undefined;
  try {
    return await db.transaction().execute(async (transaction) => {
      [current] = await takeRows(transaction, steps.found, { ...steps, limit: 1 });
      if (!current) return false;
      await storeChange(transaction, current, await steps.work(transaction, current));
      return true;
    });
  } catch (error) {
    if (!current || !isRefusedValue(error)) throw error;
    await storeChange(db, current, { result: 'failed', message: 'The database rejected this recipe.' });
    return true;
  }
}

async function storeChange(db: Db, row: JobRow, change: RowChange): Promise<void> {
  await db
    .updateTable('background_job_rows')
    .set(change)
    .where('job_id', '=', row.job_id)
    .where('row', '=', row.row)
    .execute();
}

/** Classes 22 and 23 of PostgreSQL's error codes: wrong data, broken constraint. */
function isRefusedValue(error: unknown): boolean {
  return error instanceof DatabaseError && /^2[23]/.test(error.code ?? '');
}

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
  db: Db,
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
export async function recordPartialWork(db: Db, found: StoredImport, now: Date): Promise<void> {
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
