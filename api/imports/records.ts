import { type RawBuilder, sql } from 'kysely';
import { type ImportChoice, type ImportRecord, importResults } from '#contract/recipes/imports.ts';
import type { Db } from '../db/schema.ts';
import { Problem } from '../http/problem.ts';
import { type BackgroundJob, type KindOfJob, selectJobs, toListedJob } from '../jobs/background.ts';

export const recipeImport: KindOfJob<'recipe_import'> = { name: 'recipe_import', results: importResults };

export type StoredImport = BackgroundJob<'recipe_import'>;

const GIVEN_UP =
  'It stopped because of a problem on our end. What’s done is listed below. Start it again, or try later.';

/** The 404 for an id that no import has. */
export function importNotFound(): Problem {
  return new Problem(404, 'Import not found.');
}

/** Throws 404. */
export async function readImportRecord(db: Db, importId: number): Promise<ImportRecord> {
  const [record] = await selectRecords(db).where('id', '=', importId).execute();
  if (!record) throw importNotFound();
  return toImportRecord(record);
}

export type LockedImport = Pick<StoredImport, 'state' | 'given_up_at' | 'undo_until'>;

/** Throws 404. */
export async function lockImport(transaction: Db, importId: number): Promise<LockedImport> {
  const found = await transaction
    .selectFrom('background_jobs')
    .where('id', '=', importId)
    .where('kind', '=', 'recipe_import')
    .select(['state', 'given_up_at', 'undo_until'])
    .$castTo<LockedImport>()
    .forUpdate()
    .executeTakeFirst();
  if (!found) throw importNotFound();
  return found;
}

/**
 * A condition on the tables of `joinWritten`: the recipe was changed after a row of an import had written it. A change
 * of its content, picture or tags makes a new version. Publishing, unpublishing, deleting and restoring set
 * `state_changed_at`.
 */
export const isChangedSince: RawBuilder<boolean> = sql`(
  recipes.version is distinct from background_job_rows.recipe_version
  or coalesce(recipes.state_changed_at > recipe_versions.saved_at, false))`;

/** Joins `background_job_rows` with the recipe and the version that each row wrote. */
export const joinWritten: RawBuilder<unknown> = sql`
  join recipes on recipes.id = background_job_rows.recipe_id
  left join recipe_versions on recipe_versions.recipe_id = background_job_rows.recipe_id
    and recipe_versions.version = background_job_rows.recipe_version`;

/** The newest 20 whose files were read. */
export async function listImportRecords(db: Db): Promise<ImportRecord[]> {
  const records = await selectRecords(db)
    .where('state', '<>', 'uploading')
    .orderBy('id', 'desc')
    .limit(20)
    .execute();
  return records.map(toImportRecord);
}

type File = { readonly name: string; readonly bytes: number };
/** The rows with one choice. `planned`: those that are not done. */
type RowGroup = {
  readonly choice: ImportChoice;
  readonly planned: number;
  readonly problems: number;
  readonly duplicates: number;
};

/** Reads them with files and counts, in one round trip. */
function selectRecords(db: Db) {
  return selectJobs(db, recipeImport).select([
    'undo_until',
    'message',
    sql<File[]>`(
      select coalesce(jsonb_agg(jsonb_build_object('name', name, 'bytes', bytes) order by id), '[]')
      from import_files where import_id = background_jobs.id and is_complete)`.as('files'),
    sql<RowGroup[]>`(
      select coalesce(jsonb_agg(to_jsonb(counted)), '[]') from (
        select choice, count(*) filter (where result = 'pending') as planned,
          count(*) filter (where ${hasProblem}) as problems, count(*) filter (where ${hasDuplicate}) as duplicates
        from background_job_rows join import_recipes
          on import_recipes.import_id = job_id and import_recipes.row = background_job_rows.row
        where job_id = background_jobs.id group by choice
      ) as counted)`.as('groups'),
    // An undo begins with the row that wrote a recipe last.
    sql<number>`(
      select count(*)::integer from (
        select distinct on (recipe_id) recipe_id, recipe_version
        from background_job_rows where job_id = background_jobs.id and result in ('created', 'replaced')
        order by recipe_id, recipe_version desc
      ) as background_job_rows ${joinWritten}
      where recipes.deleted_at is null and ${isChangedSince})`.as('changed_since'),
  ]);
}

type StoredRecord = Awaited<ReturnType<ReturnType<typeof selectRecords>['executeTakeFirstOrThrow']>>;

function toImportRecord({ files, groups, changed_since, ...row }: StoredRecord): ImportRecord {
  const { total, counts, ...job } = toListedJob(recipeImport, row);
  const sum = (of: 'problems' | 'duplicates') => groups.reduce((all, group) => all + group[of], 0);
  const planned = (wanted: ImportChoice) => groups.find(({ choice }) => choice === wanted)?.planned ?? 0;
  return {
    id: job.id,
    state: job.state,
    createdAt: job.startedAt,
    createdBy: job.startedBy,
    finishedAt: row.finished_at?.toISOString() ?? null,
    undoUntil:
      canUndo(row) && counts.created + counts.replaced > 0 ? (row.undo_until?.toISOString() ?? null) : null,
    files,
    message: row.given_up_at ? GIVEN_UP : row.message,
    canStart: canStart(row),
    counts: {
      ...counts,
      rows: total,
      problems: sum('problems'),
      duplicates: sum('duplicates'),
      planned: {
        create: planned('create'),
        skip: planned('skip'),
        replace: planned('replace'),
        both: planned('both'),
      },
      changedSince: changed_since,
    },
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
