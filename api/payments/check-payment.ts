import { randomUUID } from 'node:crypto';
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { Standing } from '#contract/payments/records.ts';
import { type Actor, writeAuditEntry } from '../audit/write.ts';
import type { FailedPaymentsTable } from '../db/payment-tables.ts';
import type { Database } from '../db/schema.ts';
import { Problem } from '../http/problem.ts';
import { type AskedPurchase, type AskServices, askStore, writeAnswer } from '../purchases/ask-purchase.ts';
import { type CheckResult, toCheckResult } from '../purchases/outcome.ts';
import { standingColumns, toStanding } from './standing.ts';

/** A check that is older was abandoned by a dead server. */
const CHECK_EXPIRY_MS = 60_000;

/** What the check found, and what the store said of the payment. */
type Checked = CheckResult & { standing: Standing };

type Payment = Selectable<FailedPaymentsTable>;

/** Restores access if the store has the payment. Throws 404, and 409 during another check and after a recovery. */
export async function checkPayment(
  services: AskServices,
  paymentId: number,
  { actor, notes }: { actor: Actor & { kind: 'administrator' }; notes: string },
): Promise<Checked> {
  const { db, clock } = services;
  const check: Check = { id: randomUUID(), paymentId, actor, notes };
  const payment = await claimPayment(db, check, clock());
  const purchase = await db
    .selectFrom('purchases')
    .where('platform', '=', payment.platform)
    .where('key', '=', payment.purchase_token)
    .selectAll()
    .executeTakeFirst();
  if (!purchase) throw await createRefusal(db, paymentId);
  const asked = await askStore(services, purchase);
  return storeResult(db, { payment, check, asked }, clock());
}

type Check = { id: string; paymentId: number; actor: Actor & { kind: 'administrator' }; notes: string };

/** One statement claims the payment, so that only one check runs. The start is audited even if the server dies. */
async function claimPayment(db: Kysely<Database>, check: Check, now: Date): Promise<Payment> {
  const { paymentId, notes } = check;
  return db.transaction().execute(async (transaction) => {
    const payment = await transaction
      .updateTable('failed_payments')
      .set({ check_id: check.id, checking_since: now })
      .where('id', '=', paymentId)
      .where('recovered_at', 'is', null)
      .where(({ eb, or }) =>
        or([
          eb('checking_since', 'is', null),
          eb('checking_since', '<', new Date(now.getTime() - CHECK_EXPIRY_MS)),
        ]),
      )
      .where(hasOpenAccount)
      .returningAll()
      .executeTakeFirst();
    if (!payment) throw await createRefusal(transaction, paymentId);
    await transaction
      .insertInto('payment_checks')
      .values({
        id: check.id,
        payment_id: paymentId,
        administrator_id: check.actor.id,
        notes,
        started_at: now,
        finished_at: null,
        outcome: null,
        message: null,
      })
      .execute();
    await writeAuditEntry(
      transaction,
      { actor: check.actor, action: 'payment_check_started', userId: payment.user_id, paymentId },
      now,
    );
    return payment;
  });
}

/** SQL for `failed_payments`: the account of the customer is not deleted. */
const hasOpenAccount = sql<boolean>`exists (
  select from users where users.id = failed_payments.user_id and users.status <> 'deleted')`;

async function createRefusal(db: Kysely<Database>, paymentId: number): Promise<Problem> {
  const found = await db
    .selectFrom('failed_payments')
    .leftJoin('users', 'users.id', 'failed_payments.recovered_by')
    .where('failed_payments.id', '=', paymentId)
    .where(hasOpenAccount)
    .select(['recovered_at', 'recovered_alone', 'first_name', 'last_name'])
    .executeTakeFirst();
  if (!found) return new Problem(404, 'There is no such failed payment.');
  if (!found.recovered_at) return new Problem(409, 'This payment is already being checked.');
  const by = found.first_name === null ? '' : ` by ${found.first_name} ${found.last_name}`;
  const at = found.recovered_at.toISOString().slice(0, 16).replace('T', ' at ');
  const byStore = found.recovered_alone ? ' by the store' : by;
  return new Problem(409, `This payment was already recovered on ${at} UTC${byStore}.`);
}

type Asked = { payment: Payment; check: Check; asked: AskedPurchase };

/** Stores the answer and its result together. Throws 404, and 409 if another check has claimed the payment. */
async function storeResult(
  db: Kysely<Database>,
  { payment, check, asked }: Asked,
  now: Date,
): Promise<Checked> {
  return db.transaction().execute(async (transaction) => {
    const isHere = await writeAnswer(transaction, asked, check.actor.id);
    if (!isHere) throw await createRefusal(transaction, payment.id);
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
      .returning(standingColumns(now))
      .executeTakeFirst();
    if (!updated) throw await createRefusal(transaction, payment.id);
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
    return { ...result, standing: toStanding(updated) };
  });
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
