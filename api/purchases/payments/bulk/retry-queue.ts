import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Platform } from '../../../db/payment-tables.ts';
import type { Db } from '../../../db/schema.ts';
import { type BackgroundJob, createBackgroundQueue, endJob } from '../../../jobs/background.ts';
import type { JobQueue } from '../../../jobs/worker.ts';
import { type AskServices, describeFault } from '../../ask-purchase.ts';
import { storeName } from '../../outcome.ts';
import { paymentRetry } from './retries.ts';
import { workRow } from './work-row.ts';

const platforms = ['ios', 'android'] as const satisfies readonly Platform[];

/** One store is asked so many questions at once. */
const QUESTIONS_AT_ONCE = 4;
const ROWS_PER_PASS = 100;
/** After this time the checks of others, and stores that want no questions, are looked at again. */
const LOOK_AGAIN_MS = 500;
/** A store that still wants no questions after this time ends its rows. */
const MAX_WAIT_MS = 86_400_000;

type Retry = BackgroundJob<'payment_retry'>;

type Work = {
  retry: Retry;
  platform: Platform;
  signal: AbortSignal;
  waitedSince: Map<number, Date>;
};

/** Retries of many payments. Each row is written with the result of its check, so a restart goes on. */
export function createRetryQueue(services: AskServices): JobQueue<'background_jobs'> {
  const { db, clock } = services;
  return createBackgroundQueue(paymentRetry, {
    describeFailure: (error) => ({ summary: describeFault(error), isPermanent: false }),
    work: async (retry, signal) => {
      const waitedSince = new Map<number, Date>();
      // A store that waits looks again for as long as the other one is asked.
      const busy = new Set<Platform>(platforms);
      const workStore = async (platform: Platform): Promise<Date | null> => {
        for (;;) {
          busy.add(platform);
          const work = { retry, platform, signal, waitedSince };
          const until = await askAboutRows(services, work).finally(() => busy.delete(platform));
          if (!until) return null;
          while (busy.size > 0 && until > clock() && !signal.aborted) await pause(LOOK_AGAIN_MS);
          if (signal.aborted || until > clock()) return until;
        }
      };
      const waits = await settle(platforms.map(workStore));
      if (signal.aborted) return 'stopped';
      const times = waits.flatMap((until) => (until ? [until.getTime()] : []));
      if (times.length > 0) return { dueAt: new Date(Math.min(...times)) };
      await endJob(db, retry, clock());
      return 'done';
    },
  });
}

/** Every row of one store. Returns null at the end, or when the store wants no questions before a time. */
async function askAboutRows(services: AskServices, work: Work): Promise<Date | null> {
  const { db, clock } = services;
  const { retry, signal } = work;
  while (!signal.aborted) {
    const rows = await readPending(db, work);
    if (rows.length === 0) return null;
    const until = waitsUntil(services, work);
    if (until && until.getTime() > retry.started_at.getTime() + MAX_WAIT_MS) {
      await endWaiting(db, work);
      return null;
    }
    if (until) return until;
    const hasMoved = await askAtOnce(services, work, rows);
    if (!hasMoved && !waitsUntil(services, work)) await pause(LOOK_AGAIN_MS);
  }
  return clock();
}

type PendingRow = { payment_id: number; check_id: string };

/** Several questions at once, until the store wants none. Whether any row has ended. */
async function askAtOnce(services: AskServices, work: Work, rows: readonly PendingRow[]): Promise<boolean> {
  const { retry, signal, waitedSince } = work;
  const left = [...rows];
  let hasMoved = false;
  const ask = async () => {
    while (!signal.aborted && !waitsUntil(services, work)) {
      const row = left.shift();
      if (!row) return;
      const check = {
        id: row.check_id,
        paymentId: row.payment_id,
        actor: { kind: 'administrator', id: retry.started_by, requestId: retry.request_id },
        notes: retry.details.notes,
      } as const;
      const { id: retryId, started_at: startedAt } = retry;
      if (await workRow(services, { retryId, startedAt, check, waitedSince, signal })) hasMoved = true;
    }
  };
  await settle(Array.from({ length: QUESTIONS_AT_ONCE }, ask));
  return hasMoved;
}

/** Returns until when the store wants no questions; null if it may be asked. */
function waitsUntil({ stores, clock }: AskServices, { platform }: Work): Date | null {
  const until = stores[platform].pausedUntil();
  return until > clock().getTime() ? new Date(until) : null;
}

/** Waits for all of them also if one fails, so that nothing is asked after the job was given back. */
async function settle<Result>(work: readonly Promise<Result>[]): Promise<Result[]> {
  const settled = await Promise.allSettled(work);
  return settled.map((one) => {
    if (one.status === 'rejected') throw one.reason;
    return one.value;
  });
}

/** The next rows that were not asked; none after a stop. */
function readPending(db: Db, { retry, platform }: Work): Promise<PendingRow[]> {
  return db
    .selectFrom('background_job_rows')
    .innerJoin('failed_payments', 'failed_payments.id', 'payment_id')
    .innerJoin('background_jobs', 'background_jobs.id', 'job_id')
    .where('job_id', '=', retry.id)
    .where('background_job_rows.result', '=', 'pending')
    .where('failed_payments.platform', '=', platform)
    .where('background_jobs.state', '=', 'running')
    .select(['failed_payments.id as payment_id', 'background_job_rows.check_id'])
    .orderBy('row')
    .limit(ROWS_PER_PASS)
    .execute();
}

async function endWaiting(db: Db, { retry, platform }: Work): Promise<void> {
  const message = `${storeName(platform)} hasn’t accepted requests for a day. Please try again later.`;
  await sql`
    update background_job_rows set result = 'store_unreachable', message = ${message} from failed_payments
    where job_id = ${retry.id} and background_job_rows.result = 'pending' and failed_payments.id = payment_id
      and failed_payments.platform = ${platform}`.execute(db);
}
