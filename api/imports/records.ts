import { type ExpressionBuilder, type Kysely, type Selectable, sql } from 'kysely';
import {
  IMPORT_ROWS_PER_PAGE,
  type ImportChoice,
  type ImportRecord,
  type ImportResult,
  type ImportRow,
  type ImportRowFilter,
} from '#contract/recipes/imports.ts';
import { administratorName } from '../audit/read.ts';
import type { ImportRowsTable, ImportsTable } from '../db/recipe-tables.ts';
import type { Database } from '../db/schema.ts';
import { Problem } from '../http/problem.ts';
import { listFiles } from './files.ts';

export type StoredImport = Selectable<ImportsTable>;

const GIVEN_UP =
  'It ended because of a problem on our side. What is done is listed below. Start it again, or try later.';

/** Throws 404. */
export async function readImportRecord(db: Kysely<Database>, importId: number): Promise<ImportRecord> {
  const found = await db
    .selectFrom('recipe_imports')
    .where('id', '=', importId)
    .selectAll()
    .select(administratorName('recipe_imports.created_by').as('by'))
    .executeTakeFirst();
  if (!found) throw new Problem(404, 'There is no such import.');
  return toImportRecord(db, found);
}

/** The newest 20 whose files were read. */
export async function listImportRecords(db: Kysely<Database>): Promise<ImportRecord[]> {
  const rows = await db
    .selectFrom('recipe_imports')
    .where('state', '<>', 'uploading')
    .selectAll()
    .select(administratorName('recipe_imports.created_by').as('by'))
    .orderBy('id', 'desc')
    .limit(20)
    .execute();
  return Promise.all(rows.map((row) => toImportRecord(db, row)));
}

async function toImportRecord(
  db: Kysely<Database>,
  row: StoredImport & { by: string | null },
): Promise<ImportRecord> {
  const [files, counts] = await Promise.all([listFiles(db, row.id), countRows(db, row.id)]);
  return {
    id: row.id,
    state: row.given_up_at ? 'failed' : row.state,
    createdAt: row.created_at.toISOString(),
    createdBy: row.by,
    finishedAt: row.finished_at?.toISOString() ?? null,
    undoUntil:
      canUndo(row) && counts.created + counts.replaced > 0 ? (row.undo_until?.toISOString() ?? null) : null,
    files: files.map(({ name, bytes }) => ({ name, bytes })),
    message: row.given_up_at ? GIVEN_UP : row.message,
    canStart: canStart(row),
    counts,
  };
}

export function canStart({ state, given_up_at }: Pick<StoredImport, 'state' | 'given_up_at'>): boolean {
  return given_up_at ? state !== 'uploading' : state === 'ready' || state === 'stopped';
}

export function canUndo(found: Pick<StoredImport, 'state' | 'given_up_at'>): boolean {
  if (found.given_up_at) return isWorkedOn(found);
  return found.state === 'done' || found.state === 'stopped';
}

/** Recipes are stored or undone. */
export function isWorkedOn({ state }: Pick<StoredImport, 'state'>): boolean {
  return state === 'importing' || state === 'undoing';
}

export const hasDuplicate = sql<boolean>`(duplicate_ids <> '{}' or is_repeated)`;
const hasProblem = sql<boolean>`problems <> '[]'`;

async function countRows(db: Kysely<Database>, importId: number): Promise<ImportRecord['counts']> {
  const groups = await db
    .selectFrom('import_rows')
    .where('import_id', '=', importId)
    .select([
      'result',
      'choice',
      sql<number>`count(*)::integer`.as('rows'),
      sql<number>`count(*) filter (where ${hasProblem})::integer`.as('problems'),
      sql<number>`count(*) filter (where ${hasDuplicate})::integer`.as('duplicates'),
    ])
    .groupBy(['result', 'choice'])
    .execute();
  const sum = (of: 'rows' | 'problems' | 'duplicates') =>
    groups.reduce((total, group) => total + group[of], 0);
  const count = (isCounted: (group: (typeof groups)[number]) => boolean) =>
    groups.filter(isCounted).reduce((total, { rows }) => total + rows, 0);
  const ofResult = (wanted: ImportResult) => count(({ result }) => result === wanted);
  const planned = (wanted: ImportChoice) =>
    count(({ result, choice }) => result === 'pending' && choice === wanted);
  return {
    rows: sum('rows'),
    problems: sum('problems'),
    duplicates: sum('duplicates'),
    planned: {
      create: planned('create'),
      skip: planned('skip'),
      replace: planned('replace'),
      both: planned('both'),
    },
    pending: ofResult('pending'),
    invalid: ofResult('invalid'),
    created: ofResult('created'),
    replaced: ofResult('replaced'),
    skipped: ofResult('skipped'),
    failed: ofResult('failed'),
    undone: ofResult('undone'),
    kept: ofResult('kept'),
  };
}

function matchesShow(show: ImportRowFilter) {
  return ({ eb, lit }: ExpressionBuilder<Database, 'import_rows'>) => {
    if (show === 'all') return lit(true);
    if (show === 'problems') return hasProblem;
    if (show === 'duplicates') return hasDuplicate;
    return eb('result', '=', show);
  };
}

/** Throws 404. */
export async function listRows(
  db: Kysely<Database>,
  importId: number,
  { page = 1, show = 'all' }: { page?: number | undefined; show?: ImportRowFilter | undefined },
): Promise<{ data: ImportRow[]; total: number }> {
  await readState(db, importId);
  const found = db.selectFrom('import_rows').where('import_id', '=', importId).where(matchesShow(show));
  const [{ total }, rows] = await Promise.all([
    found.select(sql<number>`count(*)::integer`.as('total')).executeTakeFirstOrThrow(),
    found
      .selectAll()
      .orderBy('row')
      .limit(IMPORT_ROWS_PER_PAGE)
      .offset((page - 1) * IMPORT_ROWS_PER_PAGE)
      .execute(),
  ]);
  const titles = await readTitles(
    db,
    rows.flatMap(({ duplicate_ids }) => duplicate_ids),
  );
  return { data: rows.map((row) => toRow(row, titles)), total };
}

async function readState(db: Kysely<Database>, importId: number): Promise<void> {
  const found = await db
    .selectFrom('recipe_imports')
    .where('id', '=', importId)
    .select('id')
    .executeTakeFirst();
  if (!found) throw new Problem(404, 'There is no such import.');
}

async function readTitles(
  db: Kysely<Database>,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map();
  const recipes = await db.selectFrom('recipes').where('id', 'in', ids).select(['id', 'title']).execute();
  return new Map(recipes.map(({ id, title }) => [id, title]));
}

function toRow(row: Selectable<ImportRowsTable>, titles: ReadonlyMap<number, string>): ImportRow {
  const { content } = row;
  return {
    row: row.row,
    file: row.file,
    place: row.place,
    title: row.title,
    found: content && {
      ingredients: content.ingredients.length,
      steps: content.steps.length,
      nutritionValues: content.nutritionValues.length,
      preparation_time: content.preparation_time,
      cooking_time: content.cooking_time,
      servings: content.servings,
      hasPicture: content.image_url !== null,
    },
    problems: row.problems,
    duplicates: row.duplicate_ids.flatMap((id) => {
      const title = titles.get(id);
      return title === undefined ? [] : [{ id, title }];
    }),
    isRepeated: row.is_repeated,
    choice: row.choice,
    result: row.result,
    recipeId: row.recipe_id,
    message: row.message,
  };
}
