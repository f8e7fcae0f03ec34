import type { Selectable, Transaction } from 'kysely';
import type { Standing } from '#contract/payments/records.ts';
import { type Actor, writeAuditEntry } from '../../audit/write.ts';
import type { FailedPaymentsTable } from '../../db/payment-tables.ts';
import type { Database } from '../../db/schema.ts';
import { type AskedPurchase, type AskServices, askStore, writeAnswer } from '../ask-purchase.ts';
import { type CheckResult, toCheckResult } from '../outcome.ts';
import { accessAndDeadlineColumns, toAccessAndDeadline } from './access-and-deadline.ts';

/** A check that is older was abandoned by a dead server. */
export const CHECK_EXPIRY_MS = 60_000;

export type Payment = Selectable<FailedPaymentsTable>;

export type Check = {
  id: string;
  paymentId: number;
  actor: Actor & { kind: 'administrator' };
  notes: string;
};

/** What the check found, and what the store said of the payment. */
export type Checked = CheckResult & { standing: Standing };

/**
 * Call it in the transaction that has claimed the payment: the start is audited even if the server dies. Does nothing for
 * a check that goes on after that.
 */
export async function recordStart(
  transaction: Transaction<Database>,
  { check, payment }: { check: Check; payment: Payment },
  now: Date,
): Promise<void> {
  const started = await transaction
    .insertInto('payment_checks')
    .values({
      id: check.id,
      payment_id: check.paymentId,
      administrator_id: check.actor.id,
      notes: check.notes,
      started_at: now,
      finished_at: null,
      outcome: null,
      message: null,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!started) return;
  await writeAuditEntry(
    transaction,
    {
      actor: check.actor,
      action: 'payment_check_started',
      userId: payment.user_id,
      paymentId: check.paymentId,
    },
    now,
  );
}

/** Asks the store about the purchase of a payment, outside of any transaction. null if the purchase is gone. */
export async function askAboutPayment(
  services: AskServices,
  payment: Pick<Payment, 'platform' | 'purchase_token'>,
  options: { stopping?: AbortSignal } = {},
): Promise<AskedPurchase | null> {
  const purchase = await services.db
    .selectFrom('purchases')
    .where('platform', '=', payment.platform)
    .where('key', '=', payment.purchase_token)
    .selectAll()
    .executeTakeFirst();
  return purchase ? askStore(services, purchase, options) : null;
}

type Asked = { payment: Payment; check: Check; asked: AskedPurchase };

/**
 * Stores the answer and its result. null if the payment is gone or another check has claimed it: then the transaction
 * must be rolled back.
 */
export async function recordResult(
  transaction: Transaction<Database>,
  { payment, check, asked }: Asked,
  now: Date,
): Promise<Checked | null> {
  const isHere = await writeAnswer(transaction, asked, check.actor.id);
  if (!isHere) return null;
  const result = await readResult(transaction, payment, asked);
  const updated = await transaction
    .updateTable('failed_payments')
    .set({
      check_id: null,
      checking_since: null,
      last_outcome: result.outcome,
      last_message: result.message,
      last_checked_at: now,
    })
    .where('id', '=', payment.id)
    .where('check_id', '=', check.id)
    .returning(accessAndDeadlineColumns(now))
    .executeTakeFirst();
  if (!updated) return null;
  await transaction
    .updateTable('payment_checks')
    .set({ finished_at: now, ...result })
    .where('id', '=', check.id)
    .execute();
  const changes = [{ field: 'outcome', from: null, to: result.outcome }];
  const entry = {
    action: 'payment_checked',
    userId: payment.user_id,
    paymentId: payment.id,
    changes,
  } as const;
  await writeAuditEntry(transaction, { actor: check.actor, ...entry }, now);
  return { ...result, standing: toAccessAndDeadline(updated) };
}

/** A notification may have recovered it during the question. */
async function readResult(
  transaction: Transaction<Database>,
  { id, platform }: Payment,
  { answer }: AskedPurchase,
): Promise<CheckResult> {
  const payment = await transaction
    .selectFrom('failed_payments')
    .where('id', '=', id)
    .select(['recovered_at'])
    .executeTakeFirst();
  return toCheckResult(answer, { platform, isSettled: Boolean(payment?.recovered_at) });
}
