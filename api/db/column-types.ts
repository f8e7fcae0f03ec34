import type { ColumnType, Generated } from 'kysely';

/** Read as `Date`, written as `Date` or ISO text; `now()` by default. */
export type Timestamp = ColumnType<Date, Date | string | undefined, Date | string>;
export type OptionalTimestamp = ColumnType<
  Date | null,
  Date | string | null | undefined,
  Date | string | null
>;

/** Written as JSON text, because the driver would write a PostgreSQL array. */
export type JsonList<Item> = ColumnType<Item[], string, string>;

/** A table has them if its rows are work for `api/jobs/worker.ts`. */
export type JobColumns = {
  /** null if there is nothing to do. */
  due_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** Counts what makes the job due, so that none is lost during the work. */
  generation: Generated<number>;
  /** Counts the attempts that failed, or during which the server died. */
  attempts: Generated<number>;
  /** The lease of the server that works on it; both columns are null in between. */
  lease_id: ColumnType<string | null, undefined, string | null>;
  lease_until: ColumnType<Date | null, undefined, Date | null>;
  last_error: ColumnType<string | null, string | null | undefined, string | null>;
  given_up_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
};
