import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Platform } from '../db/payment-tables.ts';
import type { Db } from '../db/schema.ts';
import { logNewKind, receiveNotification } from './receive-notification.ts';
import { logRequest } from './refunds/record.ts';
import { type StoreConnection, StoreFault, type StoreNotification } from './store.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A run is due after this time. A bit less than a day, so that it keeps its hour. */
const INTERVAL_MS = 23 * HOUR_MS;
/** What a store was late with. */
const OVERLAP_MS = DAY_MS;
/** Google keeps refunds for 30 days, Apple its history for 180. */
const FIRST_RUN_MS = 29 * DAY_MS;
const STORE_TIMEOUT_MS = 600_000;
/** Four questions in a second: 300,000 in twenty hours. */
const BATCH_SIZE = 1_000;
const BATCH_INTERVAL_MS = 240_000;
/** Payloads are for questions about what a store has said. */
const PAYLOAD_DAYS = 90;

const platforms = ['ios', 'android'] as const satisfies readonly Platform[];

type Services = {
  db: Db;
  stores: Readonly<Record<Platform, Pick<StoreConnection, 'readMissed'>>>;
  clock: () => Date;
  log: Logger;
};

/**
 * Once a day: asks again about every purchase that is open, and receives what the stores could not deliver. One server
 * runs it. A store that fails is asked for the same time in the next run.
 */
export async function reconcile({ db, stores, clock, log }: Services): Promise<void> {
  for (const platform of platforms) {
    const startedAt = clock();
    const since = await claimRun(db, platform, startedAt);
    if (!since) continue;
    const asked = await scheduleOpenPurchases(db, platform, startedAt);
    let missed = 0;
    try {
      const signal = AbortSignal.timeout(STORE_TIMEOUT_MS);
      for await (const notification of stores[platform].readMissed(since, signal)) {
        if (!(await receiveMissed(db, notification, clock()))) continue;
        missed += 1;
        await logRequest({ db, log }, notification, clock());
        await logNewKind({ db, log }, notification);
      }
      await recordComplete(db, { platform, startedAt, missed });
      if (asked > 0 || missed > 0) log.info({ platform, asked, missed }, 'a store was reconciled');
    } catch (error) {
      const failure = await recordFailed(db, { platform, startedAt, missed }, error);
      log.warn({ platform, failure }, 'the missed notifications of a store could not be read');
    }
  }
}

/** Returns since when notifications may be missing; null if another server has run, or runs. */
async function claimRun(db: Db, platform: Platform, now: Date): Promise<Date | null> {
  const run = await db
    .insertInto('reconciliations')
    .values({ platform, started_at: now, complete_until: null })
    .onConflict((conflict) =>
      conflict
        .column('platform')
        .doUpdateSet({ started_at: now })
        .where('reconciliations.started_at', '<=', new Date(now.getTime() - INTERVAL_MS)),
    )
    .returning('complete_until')
    .executeTakeFirst();
  if (!run) return null;
  const { complete_until: until } = run;
  return new Date(until ? until.getTime() - OVERLAP_MS : now.getTime() - FIRST_RUN_MS);
}

/**
 * Failing, paused, or past the end of what is paid. A batch after the other, over the day, so that a notification waits
 * neither for a lock nor behind all of them. Returns how many.
 */
async function scheduleOpenPurchases(db: Db, platform: Platform, now: Date): Promise<number> {
  for (let asked = 0, batch = 0; ; batch += 1) {
    const dueAt = new Date(now.getTime() + batch * BATCH_INTERVAL_MS);
    const { numAffectedRows } = await sql`
      update purchases set due_at = ${dueAt},
        due_since = case when due_at is null then ${dueAt} else coalesce(due_since, ${dueAt}) end,
        generation = generation + 1, attempts = 0, given_up_at = null
      where id = any (array(
        select id from purchases
        where platform = ${platform} and ask_again_at <= ${now} and (due_at is null or given_up_at is not null)
        order by ask_again_at limit ${BATCH_SIZE} for update skip locked))`.execute(db);
    const count = Number(numAffectedRows ?? 0);
    asked += count;
    if (count < BATCH_SIZE) return asked;
  }
}

/** The orders end with them. Returns how many payloads have ended. */
export async function dropOldPayloads(db: Db, now: Date): Promise<bigint> {
  const result = await db
    .updateTable('store_notifications')
    .set({ payload: null, order_id: null })
    .where('payload', 'is not', null)
    .where('received_at', '<', new Date(now.getTime() - PAYLOAD_DAYS * DAY_MS))
    .executeTakeFirst();
  // The token and the body that holds it.
  await db
    .updateTable('refund_requests')
    .set({ store_token: null, answer: null })
    .where((where) => where.or([where('store_token', 'is not', null), where('answer', 'is not', null)]))
    .where('asked_at', '<', new Date(now.getTime() - PAYLOAD_DAYS * DAY_MS))
    .execute();
  return result.numUpdatedRows;
}

/**
 * Stores what a reconciliation has read. Returns whether our webhook has missed it. Google lists every refund, also those
 * that a notification reported: they have another id there.
 */
async function receiveMissed(db: Db, notification: StoreNotification, now: Date): Promise<boolean> {
  const received = await receiveNotification(db, { ...notification, byReconciliation: true }, now);
  if (notification.platform === 'ios') return received !== 'known';
  return received === 'new' && !(await wasReported(db, notification));
}

/** Whether a refund of the same purchase was delivered at about that time. */
async function wasReported(db: Db, { platform, purchase, at }: StoreNotification): Promise<boolean> {
  const { rows } = await sql`
    select from store_notifications
    where purchase_id = (select id from purchases where platform = ${platform} and key = ${purchase?.key ?? ''})
      and sent_at between ${at}::timestamptz - interval '2 days' and ${at}::timestamptz + interval '2 days'
      and not by_reconciliation and type like 'VOIDED_PURCHASE%' limit 1`.execute(db);
  return rows.length > 0;
}

type Run = { platform: Platform; startedAt: Date; missed: number };

/** Everything that the store said before `startedAt` has arrived. */
async function recordComplete(db: Db, { platform, startedAt, missed }: Run): Promise<void> {
  await db
    .updateTable('reconciliations')
    .set({
      complete_until: startedAt,
      missed_last: missed,
      missed_total: sql`missed_total + ${missed}`,
      failed_at: null,
      failure: null,
    })
    .where('platform', '=', platform)
    .execute();
}

/** Returns why, without what may hold a purchase token. */
async function recordFailed(db: Db, { platform, startedAt, missed }: Run, error: unknown): Promise<string> {
  const name = error instanceof Error ? error.name : typeof error;
  const failure = error instanceof StoreFault ? error.message : name;
  await db
    .updateTable('reconciliations')
    .set({
      missed_last: missed,
      missed_total: sql`missed_total + ${missed}`,
      failed_at: startedAt,
      failure,
    })
    .where('platform', '=', platform)
    .execute();
  return failure;
}
