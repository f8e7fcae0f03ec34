import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely';
import type { ImportChoice, ImportRecord, ImportResult } from '#contract/recipes/imports.ts';
import { administratorName } from '../audit/read.ts';
import type { ImportsTable } from '../db/recipe-tables.ts';
import type { Database } from '../db/schema.ts';
import { Problem } from '../http/problem.ts';

export type StoredImport = Selectable<ImportsTable>;

const GIVEN_UP =
  'It stopped because of a problem on our end. What’s done is listed below. Start it again, or try later.';

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
  const [record] = await selectRecords(db).where('id', '=', importId).execute();
  if (!record) throw new Problem(404, 'Import not found.');
  return toImportRecord(record);
}

/**
 * A condition on the tables of `joinWritten`: the recipe was changed after a row of an import had written it. A change
 * of its content, picture or tags makes a new version. Publishing, unpublishing, deleting and restoring set
 * `state_changed_at`.
 */
export const isChangedSince: RawBuilder<boolean> = sql`(
  recipes.version is distinct from import_rows.recipe_version
  or coalesce(recipes.state_changed_at > recipe_versions.saved_at, false))`;

/** Joins `import_rows` with the recipe and the version that each row wrote. */
export const joinWritten: RawBuilder<unknown> = sql`
  join recipes on recipes.id = import_rows.recipe_id
  left join recipe_versions on recipe_versions.recipe_id = import_rows.recipe_id
    and recipe_versions.version = import_rows.recipe_version`;

/** The newest 20 whose files were read. */
export async function listImportRecords(db: Kysely<Database>): Promise<ImportRecord[]> {
  const records = await selectRecords(db)
    .where('state', '<>', 'uploading')
    .orderBy('id', 'desc')
    .limit(20)
    .execute();
  return records.map(toImportRecord);
}

type File = { readonly name: string; readonly bytes: number };
type RowGroup = {
  readonly result: ImportResult;
  readonly choice: ImportChoice;
  readonly rows: number;
  readonly problems: number;
  readonly duplicates: number;
};

/** With files and counts: one round trip for all of them. */
function selectRecords(db: Kysely<Database>) {
  return db
    .selectFrom('recipe_imports')
    .select(recordColumns)
    .select([
      administratorName('recipe_imports.created_by').as('by'),
      sql<File[]>`(
        select coalesce(jsonb_agg(jsonb_build_object('name', name, 'bytes', bytes) order by id), '[]')
        from import_files where import_id = recipe_imports.id and is_complete)`.as('files'),
      sql<RowGroup[]>`(
        select coalesce(jsonb_agg(to_jsonb(counted)), '[]') from (
          select result, choice, count(*) as rows, count(*) filter (where ${hasProblem}) as problems,
            count(*) filter (where ${hasDuplicate}) as duplicates
          from import_rows where import_id = recipe_imports.id group by result, choice
        ) as counted)`.as('groups'),
      // An undo begins with the row that wrote a recipe last.
      sql<number>`(
        select count(*)::integer from (
          select distinct on (recipe_id) recipe_id, recipe_version
          from import_rows where import_id = recipe_imports.id and result in ('created', 'replaced')
          order by recipe_id, recipe_version desc
        ) as import_rows ${joinWritten}
        where recipes.deleted_at is null and ${isChangedSince})`.as('changed_since'),
    ]);
}

type StoredRecord = Awaited<ReturnType<ReturnType<typeof selectRecords>['execute']>>[number];

function toImportRecord({ files, groups, changed_since, ...row }: StoredRecord): ImportRecord {
  const counts = { ...toCounts(groups), changedSince: changed_since };
  return {
    id: row.id,
    state: row.given_up_at ? 'failed' : row.state,
    createdAt: row.created_at.toISOString(),
    createdBy: row.by,
    finishedAt: row.finished_at?.toISOString() ?? null,
    undoUntil:
      canUndo(row) && counts.created + counts.replaced > 0 ? (row.undo_until?.toISOString() ?? null) : null,
    files,
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

function toCounts(groups: readonly RowGroup[]): Omit<ImportRecord['counts'], 'changedSince'> {
  const sum = (of: 'rows' | 'problems' | 'duplicates') =>
    groups.reduce((total, group) => total + group[of], 0);
  const count = (isCounted: (group: RowGroup) => boolean) =>
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
