import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Reminder } from '#contract/payments/records.ts';
import type { Database } from '../../../db/schema.ts';
import { hasOtherSubscription } from '../standing.ts';
import { findReminderProblem } from './can-remind.ts';

/** Reads whether each listed payment that is not recovered can get a reminder, by its id. */
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
  const time = (at: Date | null) => at?.toISOString() ?? null;
  return {
    isPossible: problem === null,
    because,
    queuedAt: time(row.queued_at),
    sentAt: time(row.last_sent_at),
  };
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
      reminder(sql<Date | null>`max(sent_at)`).as('last_sent_at'),
      reminder(sql<Date | null>`max(queued_at) filter (where sent_at is null and dropped_at is null)`).as(
        'queued_at',
      ),
      // One that was dropped never left.
      reminder(sql<Date | null>`max(queued_at) filter (
        where payment_reminders.stage = failed_payments.stage and dropped_at is null)`).as(
        'reminded_in_stage',
      ),
    ]);
}

/** An aggregate over the reminders of the payment. */
function reminder<Value>(aggregate: RawBuilder<Value>): RawBuilder<Value> {
  return sql<Value>`(select ${aggregate} from payment_reminders where payment_id = failed_payments.id)`;
}
