import { type DuplicateChoice, type ImportState, importLimits } from '#contract/recipes/imports.ts';
import type { Actor } from '../audit/write.ts';
import type { Db } from '../db/schema.ts';
import { Problem } from '../http/problem.ts';
import { listFiles } from './files.ts';
import { canStart, canUndo, hasDuplicate, isWorkedOn, type LockedImport, lockImport } from './records.ts';

type Administrator = Actor & { kind: 'administrator' };
type Action = { importId: number; actor: Administrator };

export async function createImport(db: Db, actor: Administrator, now: Date): Promise<number> {
  const { id } = await db
    .insertInto('background_jobs')
    .values({ kind: 'recipe_import', state: 'uploading', started_at: now, started_by: actor.id })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Throws 404, and 409 without files. */
export async function startReading(db: Db, action: Action, now: Date): Promise<void> {
  const next = ({ state }: LockedImport) => {
    if (state !== 'uploading') throw new Problem(409, 'This import’s files have already been read.');
    return 'reading' as const;
  };
  await changeState(db, { ...action, next }, now);
}

/** Also goes on with a stopped one and after a failure. Throws 404 and 409. */
export async function startImporting(db: Db, action: Action, now: Date): Promise<void> {
  const next = (found: LockedImport) => {
    if (!canStart(found)) {
      throw new Problem(409, 'This import can’t be started right now. Reload the page to see its status.');
    }
    return found.given_up_at ? found.state : 'importing';
  };
  await changeState(db, { ...action, next }, now);
}

/** Throws 404 and 409. */
export async function startUndoing(db: Db, action: Action, now: Date): Promise<void> {
  const next = (found: LockedImport) => {
    const { undo_until } = found;
    if (!canUndo(found)) {
      throw new Problem(409, 'You can only undo an import that has ended.');
    }
    if (!undo_until || undo_until <= now) {
      const message = `You can undo an import for ${importLimits.undoDays} days. That time has passed.`;
      throw new Problem(409, message);
    }
    return 'undoing' as const;
  };
  await changeState(db, { ...action, next }, now);
}

/** The worker ends after its current row. Throws 404 and 409. */
export async function stopImporting(db: Db, importId: number, now: Date): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const found = await lockImport(transaction, importId);
    if (found.state !== 'importing') throw new Problem(409, 'This import isn’t running.');
    await transaction
      .updateTable('background_jobs')
      .set({ state: 'stopped', undo_until: getUndoEnd(now) })
      .where('id', '=', importId)
      .execute();
  });
}

/** Throws 404, and 409 for an import that has stored something. */
export async function discardImport(db: Db, importId: number): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const found = await lockImport(transaction, importId);
    const stored = await transaction
      .selectFrom('background_job_rows')
      .where('job_id', '=', importId)
      .where('result', 'in', ['created', 'replaced'])
      .select('row')
      .limit(1)
      .execute();
    const isRunning = isWorkedOn(found) && !found.given_up_at;
    if (stored.length > 0 || isRunning) {
      throw new Problem(409, 'This import has already added recipes. Undo it instead.');
    }
    await transaction.deleteFrom('background_jobs').where('id', '=', importId).execute();
  });
}

type Choice = { importId: number; row?: number | undefined; choice: DuplicateChoice };

/** Decides for one row or for all that have a duplicate. Throws 404 and 409. */
export async function chooseForDuplicates(db: Db, { importId, row, choice }: Choice): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const { state } = await lockImport(transaction, importId);
    if (state !== 'ready' && state !== 'stopped') {
      throw new Problem(409, 'You can only choose before the import runs.');
    }
    const { numUpdatedRows } = await transaction
      .updateTable('import_recipes')
      .from('background_job_rows')
      .set({ choice })
      .where('import_id', '=', importId)
      .where('job_id', '=', importId)
      .whereRef('background_job_rows.row', '=', 'import_recipes.row')
      .where('result', '=', 'pending')
      .where(hasDuplicate)
      .$if(row !== undefined, (query) => query.where('import_recipes.row', '=', row ?? 0))
      .executeTakeFirst();
    if (row !== undefined && numUpdatedRows === 0n) {
      throw new Problem(404, 'This row doesn’t exist or has no duplicate.');
    }
  });
}

export function getUndoEnd(now: Date): Date {
  return new Date(now.getTime() + importLimits.undoDays * 86_400_000);
}

async function changeState(
  db: Db,
  { importId, actor, next }: Action & { next: (found: LockedImport) => ImportState },
  now: Date,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const state = next(await lockImport(transaction, importId));
    if (state === 'reading' && (await listFiles(transaction, importId)).length === 0) {
      throw new Problem(409, 'Add a file first.');
    }
    await transaction
      .updateTable('background_jobs')
      .set(({ eb }) => ({ state, due_at: now, generation: eb('generation', '+', 1) }))
      .set({ attempts: 0, given_up_at: null, last_error: null })
      .set({ acted_by: actor.id, request_id: actor.requestId, message: null })
      .where('id', '=', importId)
      .execute();
  });
}
