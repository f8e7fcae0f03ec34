import { type RawBuilder, sql } from 'kysely';
import type { Reminder } from '#contract/payments/records.ts';
import { type Actor, writeAuditEntry } from '../../audit/write.ts';
import { hashToken } from '../../auth/tokens.ts';
import type { FailingStage } from '../../db/payment-tables.ts';
import type { Db, UserStatus } from '../../db/schema.ts';
import { Problem } from '../../http/problem.ts';
import { enqueueMail } from '../../mail/queue.ts';
import { hasOtherSubscription } from './access-and-deadline.ts';

/** Reads whether each listed payment that is not recovered can get a reminder, by its id. */
export async function readReminders(
  db: Db,
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
export function selectRemindable(db: Db, now: Date) {
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

/** What decides about a reminder: a failed payment with its customer. */
type Remindable = {
  stage: FailingStage | null;
  deadline_at: Date | null;
  access_until: Date | null;
  recovered_at: Date | null;
  ended_at: Date | null;
  status: UserStatus;
  reminders_refused_at: Date | null;
  other_subscription: boolean;
  /** When one was queued in this stage. */
  reminded_in_stage: Date | null;
};

type ReminderProblem = {
  /** Administrators read it. */
  message: string;
  /** The row of the payment does not show it otherwise. */
  isUnseen?: true;
};

/** Why there can be no reminder now; null if there can be one. */
export function findReminderProblem(payment: Remindable, now: Date): ReminderProblem | null {
  const { stage, deadline_at, recovered_at, ended_at, status } = payment;
  if (recovered_at) return { message: 'The payment has been recovered.' };
  if (ended_at) return { message: 'The subscription has ended. The customer has to subscribe again.' };
  if (status === 'deleted') return { message: 'The account is being deleted.' };
  if (status === 'suspended') return { message: 'The account is suspended.', isUnseen: true };
  if (payment.reminders_refused_at) {
    return { message: 'The customer doesn’t want reminders.', isUnseen: true };
  }
  if (payment.other_subscription) return { message: 'The customer has another active subscription.' };
  if (stage === null) return { message: 'The store hasn’t been asked yet. Retry the payment first.' };
  // Without a deadline the store does not try to collect it.
  if (deadline_at === null || deadline_at <= now) {
    return { message: 'The store has stopped trying to collect this payment.' };
  }
  return payment.reminded_in_stage ? { message: 'The customer was already reminded at this stage.' } : null;
}

type Reminding = { paymentId: number; actor: Actor & { kind: 'administrator' } };

/** Queues the mail. Throws 404, and 409 with the reason if there can be no reminder now. */
export async function remindCustomer(db: Db, { paymentId, actor }: Reminding, now: Date): Promise<Reminder> {
  return db.transaction().execute(async (transaction) => {
    const payment = await selectRemindable(transaction, now)
      .where('failed_payments.id', '=', paymentId)
      .where('users.status', '<>', 'deleted')
      .executeTakeFirst();
    if (!payment) throw new Problem(404, 'Failed payment not found.');
    const problem = findReminderProblem(payment, now);
    if (problem || payment.stage === null) {
      throw new Problem(409, problem?.message ?? 'Retry the payment first.');
    }
    const stored = await transaction
      .insertInto('payment_reminders')
      .values({
        payment_id: paymentId,
        stage: payment.stage,
        administrator_id: actor.id,
        queued_at: now,
      })
      // One that was dropped before it left gives way.
      .onConflict((conflict) =>
        conflict
          .columns(['payment_id', 'stage'])
          .doUpdateSet({ administrator_id: actor.id, queued_at: now, dropped_at: null })
          .where('payment_reminders.dropped_at', 'is not', null),
      )
      .returning('id')
      .executeTakeFirst();
    // A colleague was quicker.
    if (!stored) throw new Problem(409, 'The customer was already reminded at this stage.');
    // One that was given up could be sent again, beside the new one.
    await transaction.deleteFrom('mails').where('reminder_id', '=', stored.id).execute();
    const mail = { kind: 'payment_reminder', address: payment.email, reminderId: stored.id } as const;
    await enqueueMail(transaction, mail, now);
    const changes = [{ field: 'stage', from: null, to: payment.stage }];
    const entry = { actor, action: 'payment_reminded', userId: payment.user_id, paymentId, changes } as const;
    await writeAuditEntry(transaction, entry, now);
    const sentAt = payment.last_sent_at?.toISOString() ?? null;
    return { isPossible: false, because: null, queuedAt: now.toISOString(), sentAt };
  });
}

/** When the user has refused reminders; null if not. Throws 404. */
export async function readRefusal(db: Db, userId: number): Promise<Date | null> {
  const user = await db
    .selectFrom('users')
    .where('id', '=', userId)
    .select('reminders_refused_at')
    .executeTakeFirst();
  if (!user) throw new Problem(404, 'User not found.');
  return user.reminders_refused_at;
}

type Choice = { userId: number; isRefused: boolean; actor: Actor };

/** A refusal that stands keeps its time. Throws 404, and 409 for a deleted account. */
export async function setRefusal(
  db: Db,
  { userId, isRefused, actor }: Choice,
  now: Date,
): Promise<Date | null> {
  return db.transaction().execute(async (transaction) => {
    const user = await transaction
      .selectFrom('users')
      .where('id', '=', userId)
      .select(['status', 'reminders_refused_at'])
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!user) throw new Problem(404, 'User not found.');
    if (user.status === 'deleted') throw new Problem(409, 'This account has been deleted.');
    if (isRefused === (user.reminders_refused_at !== null)) return user.reminders_refused_at;
    const refusedAt = isRefused ? now : null;
    await transaction
      .updateTable('users')
      .set({ reminders_refused_at: refusedAt })
      .where('id', '=', userId)
      .execute();
    const action = isRefused ? 'reminders_refused' : 'reminders_allowed';
    await writeAuditEntry(transaction, { actor, action, userId }, now);
    return refusedAt;
  });
}

/** Refuses by the token of a reminder. Returns false for an unknown one. */
export async function refuseByToken(
  db: Db,
  { token, requestId }: { token: string; requestId: string | null },
  now: Date,
): Promise<boolean> {
  const found = await db
    .selectFrom('payment_reminders')
    .innerJoin('failed_payments', 'failed_payments.id', 'payment_id')
    .where(sql<boolean>`refusal_hashes @> array[${hashToken(token)}::bytea]`)
    .select('failed_payments.user_id')
    .executeTakeFirst();
  if (!found) return false;
  await setRefusal(db, { userId: found.user_id, isRefused: true, actor: { kind: 'owner', requestId } }, now);
  return true;
}
