import { sql, type Transaction } from 'kysely';
import { recipeColumns } from '../db/recipe-tables.ts';
import type { Database, Db } from '../db/schema.ts';
import type { JobRow } from '../jobs/background.ts';
import { getStateColumns } from '../recipes/states.ts';
import { readVersion } from '../recipes/versions.ts';
import { replaceContent } from '../recipes/write-content.ts';
import { isChangedSince, joinWritten } from './records.ts';
import { endWork, type RowChange, type Run, workOnEachRow } from './run.ts';

type Services = { db: Db; clock: () => Date };

/** Undoes the last row first. Returns false if rows are left. */
export async function undoRecipes(
  { db, clock }: Services,
  found: Run,
  signal: AbortSignal,
): Promise<boolean> {
  const work = (transaction: Transaction<Database>, row: JobRow) =>
    undoRow(transaction, { row, savedBy: found.acted_by }, clock());
  const steps = {
    found,
    signal,
    state: 'undoing',
    results: ['created', 'replaced'],
    order: 'desc',
    work,
  } as const;
  if (!(await workOnEachRow(db, steps))) return false;
  const end = {
    found,
    action: 'import_undone',
    from: steps.state,
    to: { state: 'undone' },
    results: steps.results,
  } as const;
  return endWork(db, end, clock());
}

const KEPT = 'It was changed or published after the import, so it was kept.';

/** A created recipe is deleted, and can be restored as every deleted one. A replaced one gets its content back. */
async function undoRow(
  transaction: Transaction<Database>,
  { row, savedBy }: { row: JobRow; savedBy: number | null },
  now: Date,
): Promise<RowChange> {
  const recipe = await transaction
    .selectFrom('recipes')
    .where('id', '=', row.recipe_id)
    .select(recipeColumns)
    .forUpdate()
    .executeTakeFirst();
  if (!recipe || recipe.deleted_at) return { result: 'undone', message: 'It was already deleted.' };
  if (await wasChanged(transaction, row)) return { result: 'kept', message: KEPT };
  const rows = await listUnbrokenRows(transaction, row);
  const { result } = rows.at(-1) ?? row;
  if (result === 'created') {
    await transaction
      .updateTable('recipes')
      .set(getStateColumns('delete', now))
      .where('id', '=', recipe.id)
      .execute();
  } else {
    const content = await readVersion(transaction, recipe.id, recipe.version - rows.length);
    await replaceContent(transaction, { before: recipe, content, savedBy, kind: 'reverted' }, now);
  }
  await markUndone(transaction, row.job_id, rows);
  return { result: 'undone' };
}

async function wasChanged(transaction: Transaction<Database>, { job_id, row }: JobRow): Promise<boolean> {
  const { rows } = await sql<{ is_changed: boolean }>`
    select ${isChangedSince} as is_changed from background_job_rows ${joinWritten}
    where background_job_rows.job_id = ${job_id} and background_job_rows.row = ${row}`.execute(transaction);
  return rows[0]?.is_changed ?? true;
}

type RecipeRow = Pick<JobRow, 'row' | 'result' | 'recipe_version'>;

/**
 * The rows of the import that wrote the recipe one after another, the last one first, without a change by a person in
 * between. They are undone at once: the undo of one makes a new version, which would look like such a change to the next.
 */
async function listUnbrokenRows(transaction: Transaction<Database>, last: JobRow): Promise<RecipeRow[]> {
  const rows = await transaction
    .selectFrom('background_job_rows')
    .where('job_id', '=', last.job_id)
    .where('recipe_id', '=', last.recipe_id)
    .where('result', 'in', ['created', 'replaced'])
    .where('recipe_version', '<=', last.recipe_version)
    .select(['row', 'result', 'recipe_version'])
    .orderBy('recipe_version', 'desc')
    .forUpdate()
    .execute();
  const end = rows.findIndex(({ recipe_version }, at) => recipe_version !== (last.recipe_version ?? 0) - at);
  return end === -1 ? rows : rows.slice(0, end);
}

async function markUndone(
  transaction: Transaction<Database>,
  importId: number,
  rows: readonly RecipeRow[],
): Promise<void> {
  await transaction
    .updateTable('background_job_rows')
    .set({ result: 'undone' })
    .where('job_id', '=', importId)
    .where(
      'row',
      'in',
      rows.map(({ row }) => row),
    )
    .execute();
}
