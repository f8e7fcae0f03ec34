import type { Kysely } from 'kysely';
import type { Reminder } from '#contract/payments/records.ts';
import { type Actor, writeAuditEntry } from '../../../audit/write.ts';
import type { Database } from '../../../db/schema.ts';
import { Problem } from '../../../http/problem.ts';
import { enqueueMail } from '../../../mail/queue.ts';
import { findReminderProblem } from './can-remind.ts';
import { selectRemindable } from './read.ts';

type Reminding = { paymentId: number; actor: Actor & { kind: 'administrator' } };

/** Queues the mail. Throws 404, and 409 with the reason if there can be no reminder now. */
export async function remindCustomer(
  db: Kysely<Database>,
  { paymentId, actor }: Reminding,
  now: Date,
): Promise<Reminder> {
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
