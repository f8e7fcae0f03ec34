import { sql, type Transaction } from 'kysely';
import { recipeColumns, type StoredRecipe } from '../db/recipe-tables.ts';
import type { Database, Db } from '../db/schema.ts';
import type { JobRow } from '../jobs/background.ts';
import { insertDraft, replaceContent } from '../recipes/write-content.ts';
import { getUndoEnd } from './actions.ts';
import { endWork, type RowChange, type Run, workOnEachRow } from './run.ts';

type Services = {
  db: Db;
  clock: () => Date;
  toStoredPicture: (url: string | null) => string | null;
};

/** Creates or replaces a recipe for each row that is not done. Returns false if rows are left. */
export async function importRecipes(
  { db, clock, toStoredPicture }: Services,
  found: Run,
  signal: AbortSignal,
): Promise<boolean> {
  const work = (transaction: Transaction<Database>, row: JobRow) =>
    importRow(transaction, { row, savedBy: found.acted_by, toStoredPicture }, clock());
  const steps = { found, signal, state: 'importing', results: ['pending'], order: 'asc', work } as const;
  if (!(await workOnEachRow(db, steps))) return false;
  const undo_until = getUndoEnd(clock());
  const end = {
    found,
    action: 'recipes_imported',
    from: steps.state,
    to: { state: 'done', undo_until },
    results: steps.results,
  } as const;
  return endWork(db, end, clock());
}

type Import = { row: JobRow; savedBy: number | null; toStoredPicture: Services['toStoredPicture'] };

async function importRow(
  transaction: Transaction<Database>,
  { row, savedBy, toStoredPicture }: Import,
  now: Date,
): Promise<RowChange> {
  const found = await transaction
    .selectFrom('import_recipes')
    .where('import_id', '=', row.job_id)
    .where('row', '=', row.row)
    .select(['title', 'content', 'choice'])
    .executeTakeFirstOrThrow();
  if (!found.content) return { result: 'invalid' };
  if (found.choice === 'skip') return { result: 'skipped' };
  const content = { ...found.content, image_url: toStoredPicture(found.content.image_url) };
  const before = found.choice === 'replace' ? await lockSameTitle(transaction, found.title) : undefined;
  const kind = 'imported';
  if (!before) {
    const { id, version } = await insertDraft(transaction, { content, savedBy, kind }, now);
    return { result: 'created', recipe_id: id, recipe_version: version };
  }
  const { saved, changes } = await replaceContent(transaction, { before, content, savedBy, kind }, now);
  if (changes.length === 0) {
    return { result: 'skipped', recipe_id: saved.id, message: 'The recipe is already the same.' };
  }
  return { result: 'replaced', recipe_id: saved.id, recipe_version: saved.version };
}

/** Takes the newest one, as the dry run shows it first. */
async function lockSameTitle(
  transaction: Transaction<Database>,
  title: string,
): Promise<StoredRecipe | undefined> {
  return transaction
    .selectFrom('recipes')
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`title_key(title) = title_key(${title})`)
    .select(recipeColumns)
    .orderBy('id', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
}
