import { type RawBuilder, type Selectable, sql, type Transaction } from 'kysely';
import { administratorName } from '../audit/read.ts';
import type { Actor } from '../audit/write.ts';
import type {
  BackgroundJobRowsTable,
  BackgroundJobsTable,
  JobDetails,
  JobKind,
  JobResults,
  JobStates,
} from '../db/job-tables.ts';
import type { Database, Db } from '../db/schema.ts';
import { Problem } from '../http/problem.ts';
import type { Job } from './lease.ts';
import { type JobQueue, QUICK_BACKOFF_MS } from './worker.ts';

/** Work on many rows that a call starts, and that everyone can watch and stop. Each kind says what a row is. */

const DAY_MS = 86_400_000;
const MAX_LISTED = 20;
const ROWS_PER_PAGE = 50;
const KEPT_DAYS = 30;

export type KindOfJob<Name extends JobKind> = {
  readonly name: Name;
  readonly results: readonly JobResults[Name][];
};

/** One that does the same with each of many payments or recipes. */
export type BulkKind<Name extends JobKind> = KindOfJob<Name> & {
  /** What a row is about. */
  readonly subject: 'payment_id' | 'recipe_id';
  /** Rows with these results are listed first, in this order. */
  readonly shownFirst: readonly JobResults[Name][];
  /** The texts of a 404 and of a 409. */
  readonly messages: { readonly notFound: string; readonly hasEnded: string };
};

type NewJob<Name extends JobKind> = {
  kind: BulkKind<Name>;
  details: JobDetails[Name];
  actor: Actor & { kind: 'administrator' };
  /** A query for the `id` of what each row is about. */
  ids: RawBuilder<unknown>;
  /** Throws if these are not as many as a person was shown. Nothing starts then. */
  check: (found: number) => void;
};

/** Notes what is found now, for the worker, and returns the job's id. Throws what `check` throws. */
export async function startJob<Name extends JobKind>(
  db: Db,
  { kind: { name, subject }, details, actor, ids, check }: NewJob<Name>,
  now: Date,
): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    const { id } = await transaction
      .insertInto('background_jobs')
      .values({
        kind: name,
        details: JSON.stringify(details),
        started_at: now,
        started_by: actor.id,
        request_id: actor.requestId,
        due_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const { numAffectedRows = 0n } = await sql`
      insert into background_job_rows (job_id, row, ${sql.ref(subject)})
      select ${id}::integer, row_number() over (order by id), id from (${ids}) as found`.execute(transaction);
    check(Number(numAffectedRows));
    return id;
  });
}

type DoneWork<Name extends JobKind> = Pick<NewJob<Name>, 'kind' | 'details' | 'actor'> & {
  /** What became of each row, by what it is about. */
  results: ReadonlyMap<number, JobResults[Name]>;
};

/** Notes work that a call did itself, so that its result is listed like that of a job. */
export async function recordDoneJob<Name extends JobKind>(
  transaction: Transaction<Database>,
  { kind: { name, subject }, details, actor, results }: DoneWork<Name>,
  now: Date,
): Promise<void> {
  const { id } = await transaction
    .insertInto('background_jobs')
    .values({
      ...{ kind: name, details: JSON.stringify(details), state: 'done' },
      ...{ started_at: now, finished_at: now, started_by: actor.id, request_id: actor.requestId },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const [ids, outcomes] = [[...results.keys()], [...results.values()]];
  await sql`
    insert into background_job_rows (job_id, row, ${sql.ref(subject)}, result)
    select ${id}::integer, row_number() over (order by id), id, result
    from unnest(${ids}::integer[], ${outcomes}::text[]) as done (id, result)`.execute(transaction);
}

export type ListedJob<Name extends JobKind> = {
  id: number;
  details: JobDetails[Name];
  /** `failed`: given up after faults of the server. */
  state: JobStates[Name] | 'failed';
  /** ISO 8601 with a zone, as the other times. */
  startedAt: string;
  finishedAt: string | null;
  /** Name and email of the administrator. */
  startedBy: string;
  /** When it goes on; null if it has ended or is being worked on. */
  dueAt: Date | null;
  total: number;
  counts: Record<JobResults[Name], number>;
};

/** What runs, then what ended in the last day, at most 20; the newest first of each. */
export async function listJobs<Name extends JobKind>(
  db: Db,
  kind: BulkKind<Name>,
  now: Date,
): Promise<ListedJob<Name>[]> {
  const yesterday = new Date(now.getTime() - DAY_MS);
  const rows = await selectJobs(db, kind)
    .where(({ eb, or }) => or([eb('finished_at', 'is', null), eb('finished_at', '>', yesterday)]))
    .where(({ eb, or }) => or([eb('given_up_at', 'is', null), eb('given_up_at', '>', yesterday)]))
    .orderBy(sql`finished_at is not null or given_up_at is not null`)
    .orderBy('id', 'desc')
    .limit(MAX_LISTED)
    .execute();
  return rows.map((row) => toListedJob(kind, row));
}

/** Throws 404. */
export async function readJob<Name extends JobKind>(
  db: Db,
  kind: BulkKind<Name>,
  jobId: number,
): Promise<ListedJob<Name>> {
  const row = await selectJobs(db, kind).where('id', '=', jobId).executeTakeFirst();
  if (!row) throw new Problem(404, kind.messages.notFound);
  return toListedJob(kind, row);
}

/** The rows that are worked on get their results. Makes the job due, so that it ends. Throws 404 and 409. */
export async function stopJob<Name extends JobKind>(
  db: Db,
  { kind, jobId }: { kind: BulkKind<Name>; jobId: number },
  now: Date,
): Promise<void> {
  await readJob(db, kind, jobId);
  const { numUpdatedRows } = await db
    .updateTable('background_jobs')
    .set(({ eb }) => ({ state: 'stopped', due_at: now, generation: eb('generation', '+', 1) }))
    .where('id', '=', jobId)
    .where('state', '=', 'running')
    .where('given_up_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new Problem(409, kind.messages.hasEnded);
}

type ListedRow<Name extends JobKind> = {
  subjectId: number;
  result: JobResults[Name];
  message: string | null;
};

/** 50 a page, with the number of all. Throws 404. */
export async function listJobRows<Name extends JobKind>(
  db: Db,
  kind: BulkKind<Name>,
  { jobId, page = 1 }: { jobId: number; page?: number | undefined },
): Promise<{ rows: ListedRow<Name>[]; total: number }> {
  const { total } = await readJob(db, kind, jobId);
  const rows = await db
    .selectFrom('background_job_rows')
    .where('job_id', '=', jobId)
    .select([`${kind.subject} as subjectId`, 'result', 'message'])
    .$castTo<ListedRow<Name>>()
    .orderBy(sql`array_position(${sql.val(kind.shownFirst)}::text[], result)`)
    .orderBy('row')
    .limit(ROWS_PER_PAGE)
    .offset((page - 1) * ROWS_PER_PAGE)
    .execute();
  return { rows, total };
}

/**
 * Deletes jobs with their rows and files after 30 days, and an import when it cannot be undone anymore, unless it is
 * worked on. The audit log keeps what was done.
 */
export async function removeOldJobs(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEPT_DAYS * DAY_MS);
  await db
    .deleteFrom('background_jobs')
    .where(({ eb, or }) =>
      or([eb('state', 'not in', ['reading', 'importing', 'undoing']), eb('given_up_at', 'is not', null)]),
    )
    .where(({ eb, or, and }) =>
      or([eb('undo_until', '<=', now), and([eb('undo_until', 'is', null), eb('started_at', '<=', before)])]),
    )
    .execute();
}

/** A job as its worker gets it. */
export type BackgroundJob<Name extends JobKind> = Omit<Job<'background_jobs'>, 'details' | 'state'> & {
  details: JobDetails[Name];
  state: JobStates[Name];
};

type BackgroundQueue<Name extends JobKind> = Pick<JobQueue<'background_jobs'>, 'describeFailure'> & {
  work: (job: BackgroundJob<Name>, signal: AbortSignal) => ReturnType<JobQueue<'background_jobs'>['work']>;
  endAbandoned?: (job: BackgroundJob<Name>) => Promise<boolean>;
  recordPartialWork?: (job: BackgroundJob<Name>) => Promise<void>;
};

/** The queue of one kind. Its rows keep their results, so a restart goes on. */
export function createBackgroundQueue<Name extends JobKind>(
  { name }: KindOfJob<Name>,
  { work, endAbandoned, recordPartialWork, ...queue }: BackgroundQueue<Name>,
): JobQueue<'background_jobs'> {
  // `only` lets no other kind in.
  const asKind = (job: Job<'background_jobs'>) => job as BackgroundJob<Name>;
  return {
    table: 'background_jobs',
    only: sql<boolean>`kind = ${name}`,
    isKept: true,
    backoffMs: QUICK_BACKOFF_MS,
    describe: ({ id }) => ({ kind: name, jobId: id }),
    work: (job, signal) => work(asKind(job), signal),
    ...(endAbandoned && { endAbandoned: (job) => endAbandoned(asKind(job)) }),
    ...(recordPartialWork && { recordPartialWork: (job) => recordPartialWork(asKind(job)) }),
    ...queue,
  };
}

export type JobRow = Selectable<BackgroundJobRowsTable>;

type NextRows = {
  state: JobStates[JobKind];
  results: readonly JobResults[JobKind][];
  order: 'asc' | 'desc';
  limit: number;
};

/**
 * The next rows with one of these results, locked; none once the job is not in this state. A stop waits for the
 * transaction.
 */
export async function takeRows(
  transaction: Transaction<Database>,
  { id }: { id: number },
  { state, results, order, limit }: NextRows,
): Promise<JobRow[]> {
  const running = await transaction
    .selectFrom('background_jobs')
    .where('id', '=', id)
    .where('state', '=', state)
    .select('id')
    .forShare()
    .executeTakeFirst();
  if (!running) return [];
  return transaction
    .selectFrom('background_job_rows')
    .where('job_id', '=', id)
    .where('result', 'in', results)
    .selectAll()
    .orderBy('row', order)
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();
}

/**
 * Ends a job, also one that was stopped, once its rows that were worked on have results. Returns false if it had ended.
 */
export async function endJob(db: Db, { id }: { id: number }, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('background_jobs')
    .set({
      state: sql`case state when 'stopped' then 'stopped' else 'done' end`,
      finished_at: now,
      // Each check has the note, and an erasure deletes it there.
      details: sql`details - 'notes'`,
    })
    .where('id', '=', id)
    .where('finished_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

type StoredJob<Name extends JobKind> = Pick<BackgroundJob<Name>, (typeof listedColumns)[number]> & {
  by: string;
  counted: Partial<Record<JobResults[Name], number>>;
};

const listedColumns = [
  'id',
  'details',
  'state',
  'started_at',
  'finished_at',
  'given_up_at',
  'due_at',
  'lease_id',
] as const satisfies readonly (keyof BackgroundJobsTable)[];

/** The jobs of a kind with their counts: one round trip for all of them. */
export function selectJobs<Name extends JobKind>(db: Db, { name }: KindOfJob<Name>) {
  return db
    .selectFrom('background_jobs')
    .where('kind', '=', name)
    .select(listedColumns)
    .select([
      administratorName('background_jobs.started_by').as('by'),
      sql`(
        select coalesce(jsonb_object_agg(result, rows), '{}') from (
          select result, count(*) as rows from background_job_rows where job_id = background_jobs.id group by result
        ) as counted)`.as('counted'),
    ])
    .$castTo<StoredJob<Name>>();
}

/** What every kind shows of a job. */
export function toListedJob<Name extends JobKind>(
  { results }: KindOfJob<Name>,
  { counted, by, ...row }: StoredJob<Name>,
): ListedJob<Name> {
  const counts = results.map((result) => [result, counted[result] ?? 0] as const);
  const isWaiting = row.state === 'running' && !row.given_up_at && !row.lease_id;
  return {
    id: row.id,
    details: row.details,
    state: row.given_up_at ? 'failed' : row.state,
    startedAt: row.started_at.toISOString(),
    finishedAt: (row.given_up_at ?? row.finished_at)?.toISOString() ?? null,
    startedBy: by,
    dueAt: isWaiting ? row.due_at : null,
    total: counts.reduce((sum, [, count]) => sum + count, 0),
    counts: Object.fromEntries(counts) as ListedJob<Name>['counts'],
  };
}
