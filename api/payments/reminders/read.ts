import { type Kysely, sql } from 'kysely';
import type { Reminder } from '#contract/payments/records.ts';
import type { Database } from '../../db/schema.ts';
import { hasOtherSubscription } from '../standing.ts';
import { findReminderProblem } from './can-remind.ts';

/** Of each listed payment that is not recovered, by its id. */
export async function readReminders(
  db: Kysely<Database>,
  paymentIds: readonly number[],
  now: Date,
): Promise<ReadonlyMap<number, Reminder>> {
  if (paymentIds.length === 0) return new Map();
  const rows = await selectRemindable(db, now)
    .where('failed_payments.id', '=', sql<number>`any(${paymentIds}::integer[])`)
    .where('recovered_at', 'is', null)
    .execute();
  return new Map(rows.map((row) => [row.id, toReminder(row, now)]));
}

type Row = Awaited<ReturnType<ReturnType<typeof selectRemindable>['executeTakeFirstOrThrow']>>;

function toReminder(row: Row, now: Date): Reminder {
  const problem = findReminderProblem(row, now);
  const because = problem?.isUnseen ? problem.message : null;
  return { isPossible: problem === null, because, last: row.last_reminder?.toISOString() ?? null };
}

/** Failed payments with what decides about a reminder. */
export function selectRemindable(db: Kysely<Database>, now: Date) {
  return db
    .selectFrom('failed_payments')
    .innerJoin('users', 'users.id', 'failed_payments.user_id')
    .select([
      'failed_payments.id',
      'failed_payments.user_id',
      'failed_payments.platform',
      'failed_payments.product_id',
      'stage',
      'deadline_at',
      'deadline_certainty',
      'access_until',
      'recovered_at',
      'ended_at',
      'users.email',
      'users.status',
      'users.reminders_refused_at',
      hasOtherSubscription(now).as('other_subscription'),
      sql<Date | null>`(select max(queued_at) from payment_reminders where payment_id = failed_payments.id)`.as(
        'last_reminder',
      ),
      sql<Date | null>`(select queued_at from payment_reminders
        where payment_id = failed_payments.id and payment_reminders.stage = failed_payments.stage)`.as(
        'reminded_in_stage',
      ),
    ]);
}
