import { type Kysely, sql } from 'kysely';
import type { Platform } from '../db/payment-tables.ts';
import type { Database } from '../db/schema.ts';
import { receiveNotification } from './receive-notification.ts';
import type { StoreNotification } from './store.ts';
import { StoreFault } from './store-fault.ts';

/**
 * Stores what a reconciliation has read. Returns whether our webhook has missed it. Google lists every refund, also those
 * that it has told: they have another id there.
 */
export async function receiveMissed(
  db: Kysely<Database>,
  notification: StoreNotification,
  now: Date,
): Promise<boolean> {
  const received = await receiveNotification(db, { ...notification, byReconciliation: true }, now);
  if (notification.platform === 'ios') return received !== 'known';
  return received === 'new' && !(await wasTold(db, notification));
}

/** Whether a refund of the same purchase was delivered at about that time. */
async function wasTold(
  db: Kysely<Database>,
  { platform, purchase, at }: StoreNotification,
): Promise<boolean> {
  const { rows } = await sql`
    select from store_notifications
    where purchase_id = (select id from purchases where platform = ${platform} and key = ${purchase?.key ?? ''})
      and sent_at between ${at}::timestamptz - interval '2 days' and ${at}::timestamptz + interval '2 days'
      and not by_reconciliation and type like 'VOIDED_PURCHASE%' limit 1`.execute(db);
  return rows.length > 0;
}

type Run = { platform: Platform; startedAt: Date; missed: number };

/** Everything that the store said before `startedAt` has arrived. */
export async function recordComplete(
  db: Kysely<Database>,
  { platform, startedAt, missed }: Run,
): Promise<void> {
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
export async function recordFailed(
  db: Kysely<Database>,
  { platform, startedAt, missed }: Run,
  error: unknown,
): Promise<string> {
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
