import type { RawBuilder } from 'kysely';
import type { Logger } from 'pino';
import type { Db } from '../db/schema.ts';
import {
  claimJob,
  deleteJob,
  type Job,
  type JobTable,
  type Lease,
  RENEWAL_INTERVAL_MS,
  releaseJob,
  renewLease,
} from './lease.ts';

/**
 * `done` deletes the row or, for `isKept`, leaves it without a due time. `stopped`: another server goes on. `dueAt`: it
 * goes on then, and that counts as no failure.
 */
type WorkResult = 'done' | 'stopped' | { dueAt: Date };

/** `retryAt`: instead of the next pause, if that is earlier. */
type Failure = { summary: string; isPermanent: boolean; retryAt?: Date | null };

export type JobQueue<Table extends JobTable> = {
  readonly table: Table;
  /** Whether the row stays when it is done. */
  readonly isKept: boolean;
  /** The pauses between attempts. After the last one the job is given up. */
  readonly backoffMs: readonly number[];
  /** Aborted when the server stops or has lost the job. */
  readonly work: (job: Job<Table>, signal: AbortSignal) => Promise<WorkResult>;
  /** Called instead of the work after a server died at it. False: the work is tried again. */
  readonly endAbandoned?: (job: Job<Table>) => Promise<boolean>;
  /** The row and the log keep it, so it has no personal data. Without it they keep the error's name and message. */
  readonly describeFailure?: (error: unknown) => Failure;
  /** Records what was done, before the job is given up. */
  readonly recordPartialWork?: (job: Job<Table>) => Promise<void>;
  /** Limits which jobs of the table are claimed. */
  readonly only?: RawBuilder<boolean>;
  /** No job is claimed before this time; in ms since 1970. */
  readonly pausedUntil?: () => number;
  /** Called after each work, also after one that failed. */
  readonly onEnd?: () => void;
  /** The log keeps it, so it has no personal data. */
  readonly describe: (job: Job<Table>) => object;
};

export type WorkerServices = { db: Db; clock: () => Date; log: Logger };

export type Worker = {
  /** Without a wake the table is read every few seconds. */
  wake: () => void;
  /** Gives the current job a few seconds. */
  stop: () => Promise<void>;
};

const SECOND_MS = 1_000;
/** Fits work that asks no other system. */
export const QUICK_BACKOFF_MS = [5 * SECOND_MS, 30 * SECOND_MS, 120 * SECOND_MS];

/** Other servers and earlier runs add jobs too. */
const POLL_INTERVAL_MS = 5_000;
/** The answer is sent first, so that its time does not reveal whether there was work. */
const WAKE_DELAY_MS = 100;
const STOP_TIMEOUT_MS = 5_000;
/** This part of a pause is added or taken off at random, so that failures of one moment are retried at several. */
const JITTER = 0.1;

/** Claims one job at a time and commits that before the work begins; several servers share a table. */
export function startWorker<Table extends JobTable>(
  services: WorkerServices,
  queue: JobQueue<Table>,
): Worker {
  const stopping = new AbortController();
  let isWoken = false;
  let shorten = (_pause: number) => {};

  const waitForWork = () =>
    new Promise<void>((resolve) => {
      let timer = setTimeout(resolve, isWoken ? WAKE_DELAY_MS : POLL_INTERVAL_MS);
      shorten = (pause) => {
        clearTimeout(timer);
        timer = setTimeout(resolve, pause);
      };
    });

  const run = async () => {
    while (!stopping.signal.aborted) {
      isWoken = false;
      const hasWorked = await workOnNext(services, queue, stopping.signal).catch((error: unknown) => {
        services.log.error({ err: error, table: queue.table }, 'the jobs of a table cannot be read');
        return false;
      });
      if (!hasWorked && !stopping.signal.aborted) await waitForWork();
    }
  };
  const running = run();

  return {
    wake: () => {
      // A second call does not extend the delay.
      if (!isWoken) shorten(WAKE_DELAY_MS);
      isWoken = true;
    },
    stop: async () => {
      stopping.abort();
      shorten(0);
      await Promise.race([running, new Promise((done) => setTimeout(done, STOP_TIMEOUT_MS).unref())]);
    },
  };
}

/** Returns false if no job is due. */
async function workOnNext<Table extends JobTable>(
  services: WorkerServices,
  queue: JobQueue<Table>,
  stopping: AbortSignal,
): Promise<boolean> {
  const { db, clock } = services;
  if (queue.pausedUntil && queue.pausedUntil() > clock().getTime()) return false;
  const claimed = await claimJob(db, queue.table, { now: clock(), only: queue.only });
  if (!claimed) return false;
  const { job, lease, isAbandoned } = claimed;
  const lost = new AbortController();
  const renewal = setInterval(() => renew(services, lease, lost), RENEWAL_INTERVAL_MS);
  try {
    // Each of those servers died while it worked on this job.
    if (job.attempts > queue.backoffMs.length) throw new Error('each attempt ended its server');
    const isEnded = isAbandoned && (await queue.endAbandoned?.(job));
    const result = isEnded ? 'done' : await queue.work(job, AbortSignal.any([stopping, lost.signal]));
    if (result === 'stopped') await releaseJob(db, lease, { dueAt: clock() });
    else if (typeof result === 'object') await releaseJob(db, lease, result);
    else if (queue.isKept) await releaseJob(db, lease, { dueAt: null });
    else await deleteJob(db, lease);
  } catch (error) {
    await recordFailure(services, { queue, job, lease, error });
  } finally {
    clearInterval(renewal);
    queue.onEnd?.();
  }
  return true;
}

async function renew(
  { db, clock, log }: WorkerServices,
  lease: Lease<JobTable>,
  lost: AbortController,
): Promise<void> {
  try {
    if (!(await renewLease(db, lease, clock()))) lost.abort();
  } catch (error) {
    log.warn({ err: error, table: lease.table }, 'a lease could not be renewed');
  }
}

type FailedJob<Table extends JobTable> = {
  queue: JobQueue<Table>;
  job: Job<Table>;
  lease: Lease<Table>;
  error: unknown;
};

async function recordFailure<Table extends JobTable>(
  { db, clock, log }: WorkerServices,
  { queue, job, lease, error }: FailedJob<Table>,
): Promise<void> {
  const { summary, isPermanent, retryAt } = (queue.describeFailure ?? describeError)(error);
  const pause = isPermanent ? undefined : queue.backoffMs[job.attempts];
  const details = {
    table: queue.table,
    ...queue.describe(job),
    attempts: job.attempts + 1,
    failure: summary,
  };
  if (pause === undefined) log.error(details, 'a job failed and is given up');
  else log.warn(details, 'a job failed and will be retried');
  if (pause === undefined) {
    await queue.recordPartialWork?.(job).catch((partial: unknown) => {
      log.error({ err: partial, table: queue.table }, 'the work of a given-up job could not be recorded');
    });
  }
  const now = clock();
  const next = pause === undefined ? now : new Date(now.getTime() + addJitter(pause));
  const dueAt = retryAt && retryAt > next ? retryAt : next;
  await releaseJob(db, lease, {
    dueAt,
    failure: { summary, givenUpAt: pause === undefined ? now : null },
  });
}

function describeError(error: unknown): Failure {
  const summary = error instanceof Error ? `${error.name}: ${error.message}` : typeof error;
  return { summary, isPermanent: false };
}

function addJitter(pause: number): number {
  return Math.round(pause * (1 - JITTER + 2 * JITTER * Math.random()));
}
