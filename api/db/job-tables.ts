import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { RetryResult } from '#contract/payments/bulk.ts';
import type { BulkRow } from '#contract/recipes/bulk.ts';
import type { BulkAction } from '#contract/recipes/list.ts';
import type { JobColumns, OptionalTimestamp } from './column-types.ts';

/** What the jobs of each kind are asked to do, with each of their rows. */
export type JobDetails = {
  payment_retry: { notes: string };
  recipe_change: { change: BulkAction };
};

export type JobKind = keyof JobDetails;

/** How the rows of each kind end; `pending`: not yet. */
export type JobResults = {
  payment_retry: RetryResult;
  recipe_change: BulkRow['result'];
};

/** The work of `api/jobs/background.ts`: a call starts it, and it goes on without a browser. */
export type BackgroundJobsTable = JobColumns & {
  id: GeneratedAlways<number>;
  kind: JobKind;
  details: ColumnType<JobDetails[JobKind], string, never>;
  state: Generated<'running' | 'stopped' | 'done'>;
  started_at: Date;
  started_by: number;
  request_id: string | null;
  finished_at: OptionalTimestamp;
};

/** A row has the id of a payment or of a recipe. It ends with its payment, and stays without its recipe. */
export type BackgroundJobRowsTable = {
  job_id: number;
  /** From 1, in the order of the ids. */
  place: number;
  payment_id: ColumnType<number | null, number | undefined, never>;
  recipe_id: ColumnType<number | null, number | undefined, never>;
  /** The id of a payment's check, so that a server that takes the job over goes on with the same one. */
  check_id: Generated<string>;
  result: Generated<JobResults[JobKind]>;
  /** Why it ended so. */
  message: ColumnType<string | null, undefined, string | null>;
};
