import { randomUUID } from 'node:crypto';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { JobColumns } from '../db/column-types.ts';
import type { Database, Db } from '../db/schema.ts';

type JobTables = { [Name in keyof Database]: Database[Name] extends JobColumns ? Name : never };
export type JobTable = JobTables[keyof Database];
export type Job<Table extends JobTable> = Selectable<Database[Table]> & Selectable<JobColumns>;

/** A server that died is noticed after this time. */
const LEASE_MS = 30_000;
export const RENEWAL_INTERVAL_MS = LEASE_MS / 3;

/** Leases that this process has taken and could not give back: the database was away. It did not die at their jobs. */
const ownLeases = new Set<string>();

export type Lease<Table extends JobTable> = {
  readonly table: Table;
  readonly leaseId: string;
  /** When the job was due, and how often it had been made due. */
  readonly dueAt: Date | null;
  readonly generation: number;
};

/**
 * The job that waits longest, or null. `only` is a condition of the table. `isAbandoned`: another server died while it
 * worked on the job. One statement, so that no transaction is open during the work. The job is chosen in a materialized
 * part: in a subquery, a nested loop chooses again for each row, and leases every due job at once.
 */
export async function claimJob<Table extends JobTable>(
  db: Db,
  table: Table,
  { now, only }: { now: Date; only?: RawBuilder<boolean> | undefined },
): Promise<{ job: Job<Table>; lease: Lease<Table>; isAbandoned: boolean } | null> {
  const leaseId = randomUUID();
  const isOurs = only ? sql` and ${only}` : sql``;
  const { rows } = await sql<Job<Table> & { previous_lease: string | null }>`
    with next as materialized (
      select id as next_id, lease_id as previous_lease from ${sql.table(table)}
      where given_up_at is null and due_at <= ${now} and (lease_until is null or lease_until <= ${now})${isOurs}
      order by due_at limit 1 for update skip locked
    )
    update ${sql.table(table)} as job set
      lease_id = ${leaseId},
      lease_until = ${leaseEnd(now)},
      attempts = attempts + (previous_lease is not null)::integer
    from next
    where id = next_id
    returning job.*, previous_lease`.execute(db);
  const [claimed] = rows;
  if (!claimed) return null;
  const lease = { table, leaseId, dueAt: claimed.due_at, generation: claimed.generation };
  const { previous_lease: previous } = claimed;
  const isAbandoned = previous !== null && !ownLeases.delete(previous);
  ownLeases.add(leaseId);
  return { job: claimed, lease, isAbandoned };
}

/** False if another server has taken the job over. */
export async function renewLease(db: Db, { table, leaseId }: Lease<JobTable>, now: Date): Promise<boolean> {
  const { rows } = await sql`
    update ${sql.table(table)} set lease_until = ${leaseEnd(now)} where lease_id = ${leaseId} returning id`.execute(
    db,
  );
  return rows.length > 0;
}

type Release = {
  /** null: nothing more to do. */
  dueAt: Date | null;
  failure?: { summary: string; givenUpAt: Date | null };
};

/**
 * A due time that was set during the work stays, and the job is not given up then. Does nothing if another server has
 * taken the job over.
 */
export async function releaseJob(
  db: Db,
  { table, leaseId, dueAt: claimedDueAt, generation }: Lease<JobTable>,
  { dueAt, failure }: Release,
): Promise<void> {
  const isAsClaimed = sql<boolean>`due_at = ${claimedDueAt}::timestamptz and generation = ${generation}`;
  const failed = failure
    ? sql`, attempts = attempts + 1, last_error = ${failure.summary},
      given_up_at = case when ${isAsClaimed} then ${failure.givenUpAt}::timestamptz end`
    : sql``;
  await sql`
    update ${sql.table(table)} set
      lease_id = null,
      lease_until = null,
      due_at = case when ${isAsClaimed} then ${dueAt}::timestamptz else due_at end
      ${failed}
    where lease_id = ${leaseId}`.execute(db);
  ownLeases.delete(leaseId);
}

export async function deleteJob(db: Db, { table, leaseId }: Lease<JobTable>): Promise<void> {
  await sql`delete from ${sql.table(table)} where lease_id = ${leaseId}`.execute(db);
  ownLeases.delete(leaseId);
}

function leaseEnd(now: Date): Date {
  return new Date(now.getTime() + LEASE_MS);
}
