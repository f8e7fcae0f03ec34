import { type Kysely, type Selectable, sql } from 'kysely';
import type { ImportChoice, ImportRecord, ImportResult } from '#contract/recipes/imports.ts';
import { administratorName } from '../audit/read.ts';
import type { ImportsTable } from '../db/recipe-tables.ts';
import type { Database } from '../db/schema.ts';
import { Problem } from '../http/problem.ts';
import { listFiles } from './files.ts';

export type StoredImport = Selectable<ImportsTable>;

const GIVEN_UP =
  'It ended because of a problem on our side. What is done is listed below. Start it again, or try later.';

const recordColumns = [
  'id',
  'state',
  'created_at',
  'finished_at',
  'undo_until',
  'given_up_at',
  'message',
] as const satisfies readonly (keyof ImportsTable)[];

/** Throws 404. */
export async function readImportRecord(db: Kysely<Database>, importId: number): Promise<ImportRecord> {
  const found = await db
    .selectFrom('recipe_imports')
    .where('id', '=', importId)
    .select(recordColumns)
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
    .select(recordColumns)
    .select(administratorName('recipe_imports.created_by').as('by'))
    .orderBy('id', 'desc')
    .limit(20)
    .execute();
  return Promise.all(rows.map((row) => toImportRecord(db, row)));
}

async function toImportRecord(
  db: Kysely<Database>,
  row: Pick<StoredImport, (typeof recordColumns)[number]> & { by: string | null },
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
export const hasProblem = sql<boolean>`problems <> '[]'`;

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
