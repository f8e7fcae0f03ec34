import { sql, type Transaction } from 'kysely';
import type { RetryResult } from '#contract/payments/records.ts';
import { personName } from '../../../audit/read.ts';
import type { Database } from '../../../db/schema.ts';
import { type AskedPurchase, type AskServices, describeFault } from '../../ask-purchase.ts';
import { askAboutPayment, type Check, type Payment, recordResult, recordStart } from '../check-steps.ts';
import { type Decision, decide } from './decide.ts';

export type RowWork = {
  retryId: number;
  startedAt: Date;
  check: Check;
  /** When the checks of others began that rows wait for, by payment. */
  waitedSince: Map<number, Date>;
  /** The server stops, or has lost the retry. */
  signal: AbortSignal;
};

/** False if the payment must be looked at again, because it is being checked by another check. */
export async function workRow(services: AskServices, work: RowWork): Promise<boolean> {
  try {
    const payment = await begin(services, work);
    if (payment === 'waits') return false;
    if (payment === 'ended') return true;
    const asked = await askAboutPayment(services, payment, { stopping: work.signal });
    // The next server goes on with the same check.
    if (work.signal.aborted) return false;
    if (!asked) throw new Error('A payment has no purchase.');
    return await end(services, { work, payment, asked });
  } catch (error) {
    if (work.signal.aborted) return false;
    await endWithFault(services, work, error);
    return true;
  }
}

/** Claims the payment for the row's check, or ends the row without a question. */
async function begin({ db, clock }: AskServices, work: RowWork): Promise<Payment | 'waits' | 'ended'> {
  const { check, startedAt, waitedSince } = work;
  const { paymentId } = check;
  return db.transaction().execute(async (transaction) => {
    // The payment before the row, as an erasure and the end of a check do.
    const payment = await transaction
      .selectFrom('failed_payments')
      .where('id', '=', paymentId)
      .selectAll()
      .forNoKeyUpdate()
      .executeTakeFirst();
    // Its row went with it, ended in another server, or was stopped.
    if (!payment || !(await lockRow(transaction, work))) return 'ended';
    const now = clock();
    const seen = { ...payment, ...(await readPeople(transaction, payment)) };
    const row = { checkId: check.id, startedAt, waitedSince: waitedSince.get(paymentId) ?? null };
    const decision = decide(seen, row, now);
    if (decision.kind === 'wait') {
      waitedSince.set(paymentId, decision.since);
      return 'waits';
    }
    if (decision.kind === 'end') {
      await writeRow(transaction, work, decision);
      return 'ended';
    }
    await transaction
      .updateTable('failed_payments')
      .set({ check_id: check.id, checking_since: now })
      .where('id', '=', paymentId)
      .execute();
    await recordStart(transaction, { check, payment }, now);
    return payment;
  });
}

type Answered = { work: RowWork; payment: Payment; asked: AskedPurchase };

/** The result of the check and of the row together. */
async function end({ db, clock }: AskServices, { work, payment, asked }: Answered): Promise<boolean> {
  const { check } = work;
  const { answer } = asked;
  const lost = new Error('Another check has claimed the payment.');
  try {
    await db.transaction().execute(async (transaction) => {
      const checked = await recordResult(transaction, { payment, check, asked }, clock());
      if (!checked) throw lost;
      // The whole store waits: the row keeps its place, with a new check.
      if (answer.kind === 'not_now' && answer.until) await renewCheck(transaction, work);
      else await writeRow(transaction, work, { result: checked.outcome, message: checked.message });
    });
    return true;
  } catch (error) {
    if (error === lost) return false;
    throw error;
  }
}

/** A fault of ours ends one row. If not even that can be written, the database is away, and the retry goes on later. */
async function endWithFault({ db, log }: AskServices, work: RowWork, error: unknown): Promise<void> {
  const { retryId, check } = work;
  const { id, paymentId } = check;
  log.error(
    { retryId, paymentId, failure: describeFault(error) },
    'a payment of a retry could not be checked',
  );
  await writeRow(db, work, {
    result: 'failed',
    message: 'This payment couldn’t be checked because of a problem on our end. Please try again later.',
  });
  // The payment is free at once. Only if it cannot be written does it wait until the abandoned check expires.
  await db
    .updateTable('failed_payments')
    .set({ check_id: null, checking_since: null })
    .where('id', '=', paymentId)
    .where('check_id', '=', id)
    .execute()
    .catch(() => undefined);
}

/** False if there is nothing to do for it anymore. */
async function lockRow(transaction: Transaction<Database>, { retryId, check }: RowWork): Promise<boolean> {
  const row = await transaction
    .selectFrom('background_job_rows')
    .innerJoin('background_jobs', 'background_jobs.id', 'job_id')
    .where('job_id', '=', retryId)
    .where('payment_id', '=', check.paymentId)
    .where('check_id', '=', check.id)
    .where('result', '=', 'pending')
    .where('background_jobs.state', '=', 'running')
    .select('payment_id')
    .forUpdate('background_job_rows')
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether the customer's account is deleted, and the names of who recovered the payment and who checked it last. */
async function readPeople(transaction: Transaction<Database>, { id, last_checked_at }: Payment) {
  return transaction
    .selectFrom('failed_payments')
    .innerJoin('users', 'users.id', 'user_id')
    .where('failed_payments.id', '=', id)
    .select(sql<boolean>`users.status = 'deleted'`.as('isDeleted'))
    .select(personName('failed_payments.recovered_by').as('recoveredBy'))
    .select(({ selectFrom }) =>
      selectFrom('payment_checks')
        .whereRef('payment_id', '=', 'failed_payments.id')
        .where('finished_at', '=', last_checked_at)
        .select(personName('payment_checks.administrator_id').as('name'))
        .limit(1)
        .as('checkedBy'),
    )
    .executeTakeFirstOrThrow();
}

type RowResult = { result: RetryResult; message: string };

async function writeRow(
  db: Transaction<Database> | AskServices['db'],
  work: RowWork,
  { result, message }: RowResult | Extract<Decision, { kind: 'end' }>,
): Promise<void> {
  await pendingRow(db, work).set({ result, message }).execute();
}

async function renewCheck(transaction: Transaction<Database>, work: RowWork): Promise<void> {
  await pendingRow(transaction, work).set({ check_id: sql`gen_random_uuid()` }).execute();
}

function pendingRow(db: AskServices['db'], { retryId, check }: RowWork) {
  return db
    .updateTable('background_job_rows')
    .where('job_id', '=', retryId)
    .where('payment_id', '=', check.paymentId)
    .where('check_id', '=', check.id)
    .where('result', '=', 'pending');
}
