import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { RetryResult } from '#contract/payments/records.ts';
import type { BulkRow } from '#contract/recipes/bulk.ts';
import type { RecipeContent } from '#contract/recipes/content.ts';
import type { ImportChoice, ImportResult, ImportState } from '#contract/recipes/imports.ts';
import type { BulkAction } from '#contract/recipes/list.ts';
import type { JobColumns, JsonList, OptionalTimestamp } from './column-types.ts';

/** What the jobs of each kind are asked to do, with each of their rows. */
export type JobDetails = {
  payment_retry: { notes: string };
  recipe_change: { change: BulkAction };
  /** Its files and `import_recipes` say it. */
  recipe_import: Record<string, never>;
};

export type JobKind = keyof JobDetails;

/** How the rows of each kind end; `pending`: not yet. */
export type JobResults = {
  payment_retry: RetryResult;
  recipe_change: BulkRow['result'];
  recipe_import: ImportResult;
};

type BulkState = 'running' | 'stopped' | 'done';
export type JobStates = { payment_retry: BulkState; recipe_change: BulkState; recipe_import: ImportState };

/** The work of `api/jobs/background.ts`: a call starts it, and it goes on without a browser. */
export type BackgroundJobsTable = JobColumns & {
  id: GeneratedAlways<number>;
  kind: JobKind;
  details: ColumnType<JobDetails[JobKind], string | undefined, never>;
  state: Generated<JobStates[JobKind]>;
  started_at: Date;
  started_by: number;
  /** Who started the current work of an import, for the audit; null for other kinds. */
  acted_by: ColumnType<number | null, number | undefined, number>;
  /** The call that started the current work. */
  request_id: ColumnType<string | null, string | null | undefined, string | null>;
  finished_at: OptionalTimestamp;
  /** null: there is nothing to undo, or not yet. */
  undo_until: OptionalTimestamp;
  /** Why it failed. */
  message: ColumnType<string | null, undefined, string | null>;
};

/** A row has the id of a payment or of a recipe. It ends with its payment, and stays without its recipe. */
export type BackgroundJobRowsTable = {
  job_id: number;
  /** Counts from 1, in the order of the work. */
  row: number;
  payment_id: ColumnType<number | null, number | undefined, never>;
  /** null until an import has written it. */
  recipe_id: ColumnType<number | null, number | undefined, number | null>;
  /** The version that an import wrote: an undo leaves a newer one alone. */
  recipe_version: ColumnType<number | null, undefined, number | null>;
  /** Whether an audit entry names what an import did with it. */
  is_audited: Generated<boolean>;
  /** The id of a payment's check, so that a server that takes the job over goes on with the same one. */
  check_id: Generated<string>;
  result: Generated<JobResults[JobKind]>;
  /** Why it ended so. */
  message: ColumnType<string | null, undefined, string | null>;
};

export type ImportFilesTable = {
  id: GeneratedAlways<number>;
  import_id: number;
  name: string;
  /** The driver reads a bigint as a text. */
  bytes: ColumnType<string, number | undefined, number>;
  is_complete: Generated<boolean>;
};

export type ImportPiecesTable = { file_id: number; place: number; bytes: Buffer };

/** What the files of an import hold, one for each of its rows, and what is to be done with it. */
export type ImportRecipesTable = {
  import_id: number;
  row: number;
  file: string;
  place: string;
  title: string;
  content: ColumnType<RecipeContent | null, string | null, never>;
  problems: JsonList<{ field: string; message: string; value: string }>;
  duplicate_ids: Generated<number[]>;
  is_repeated: Generated<boolean>;
  choice: Generated<ImportChoice>;
};
