import { randomUUID } from 'node:crypto';
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { Logger } from 'pino';
import { type Actor, writeAudit } from '../audit/write.ts';
import type { Database, FailedPaymentsTable } from '../db/schema.ts';
import { Problem } from '../http/problem.ts';
import { type CheckResult, checkResultOf } from './outcome.ts';
import type { AskStore, StoreState } from './store.ts';

/** Milliseconds that a store has to answer. The console waits 30 s for the whole call. */
const STORE_TIMEOUT_MS = 20_000;
/** Milliseconds after which an unfinished check counts as abandoned by a dead server. */
const CHECK_EXPIRY_MS = 60_000;

type Payment = Selectable<FailedPaymentsTable>;
type CheckServices = { db: Kysely<Database>; askStore: AskStore; clock: () => Date; log: Logger };

/**
 * Asks the store about a failed payment, and restores access if it is paid. One check runs at a time, on any number of
 * servers. Throws 404 for an unknown payment, and 409 while another check runs and after a recovery.
 */
export async function retry(
  context: CheckServices,
  paymentId: number,
  { actor, notes }: { actor: Actor & { kind: 'administrator' }; notes: string },
): Promise<CheckResult> {
  const { db, clock } = context;
  const check = { id: randomUUID(), paymentId, actor, notes };
  const { payment, userId } = await begin(db, check, clock());
  const truth = await ask(context, payment);
  const verdict = checkResultOf(truth, payment.platform);
  await finish(db, { payment, userId, check, truth, verdict }, clock());
  return verdict;
}

type Check = { id: string; paymentId: number; actor: Actor & { kind: 'administrator' }; notes: string };
/** The payment that a check has claimed, and its customer. */
type ClaimedPayment = { payment: Payment; userId: number };

/**
 * Claims the payment in one statement: only one check finds it free. The audit log gets the start, also where the
 * server dies before the end.
 */
async function begin(db: Kysely<Database>, check: Check, now: Date): Promise<ClaimedPayment> {
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
    if (!payment) throw await refusal(transaction, paymentId);
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
    const { user_id: userId } = await transaction
      .selectFrom('subscriptions')
      .where('id', '=', payment.subscription_id)
      .select('user_id')
      .executeTakeFirstOrThrow();
    await writeAudit(
      transaction,
      { actor: check.actor, action: 'payment_check_started', userId, paymentId },
      now,
    );
    return { payment, userId };
  });
}

/** A condition on `failed_payments`: the account of the customer is not deleted. */
export const hasOpenAccount = sql<boolean>`exists (
  select from subscriptions join users on users.id = subscriptions.user_id
  where subscriptions.id = failed_payments.subscription_id and users.status <> 'deleted')`;

/** Why a payment cannot be checked now. */
async function refusal(transaction: Transaction<Database>, paymentId: number): Promise<Problem> {
  const found = await transaction
    .selectFrom('failed_payments')
    .leftJoin('users', 'users.id', 'failed_payments.recovered_by')
    .where('failed_payments.id', '=', paymentId)
    .where(hasOpenAccount)
    .select(['recovered_at', 'first_name', 'last_name'])
    .executeTakeFirst();
  if (!found) return new Problem(404, 'There is no such failed payment.');
  if (!found.recovered_at) return new Problem(409, 'This payment is already being checked.');
  const by = found.first_name === null ? '' : ` by ${found.first_name} ${found.last_name}`;
  const at = found.recovered_at.toISOString().slice(0, 16).replace('T', ' at ');
  return new Problem(409, `This payment was already recovered on ${at} UTC${by}.`);
}

async function ask({ askStore, log }: CheckServices, payment: Payment): Promise<StoreState> {
  const { id, platform, product_id: productId, purchase_token: token } = payment;
  const signal = AbortSignal.timeout(STORE_TIMEOUT_MS);
  const late = new Promise<never>((_, fail) => {
    signal.addEventListener('abort', () => fail(signal.reason), { once: true });
  });
  try {
    return await Promise.race([askStore({ platform, productId, token }, signal), late]);
  } catch (error) {
    log.warn({ err: error, paymentId: id, platform }, 'a store could not be asked');
    return {
      state: 'unreachable',
      because: signal.aborted ? 'it did not answer in time' : 'the call failed',
    };
  }
}

/**
 * Stores the result, with the access that it restores, in one transaction. Throws 409 where another check has taken the
 * payment.
 */
async function finish(
  db: Kysely<Database>,
  {
    payment,
    userId,
    check,
    truth,
    verdict,
  }: ClaimedPayment & { check: Check; truth: StoreState; verdict: CheckResult },
  now: Date,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const recovered =
      verdict.outcome === 'recovered' ? { recovered_at: now, recovered_by: check.actor.id } : {};
    const ours = await transaction
      .updateTable('failed_payments')
      .set({ check_id: null, checking_since: null, ...recovered })
      .where('id', '=', payment.id)
      .where('check_id', '=', check.id)
      .executeTakeFirst();
    if (ours.numUpdatedRows !== 1n) throw await refusal(transaction, payment.id);
    await transaction
      .updateTable('payment_checks')
      .set({ finished_at: now, ...verdict })
      .where('id', '=', check.id)
      .execute();
    if (truth.state === 'active') await restore(transaction, payment, truth);
    const changes = [{ field: 'outcome', from: null, to: verdict.outcome }];
    const entry = { action: 'payment_checked', userId, paymentId: payment.id, changes } as const;
    await writeAudit(transaction, { actor: check.actor, ...entry }, now);
  });
}

async function restore(
  transaction: Transaction<Database>,
  payment: Payment,
  truth: StoreState & { state: 'active' },
): Promise<void> {
  await transaction
    .updateTable('subscriptions')
    .set({ status: truth.renews ? 'active' : 'canceled', end_date: truth.renews ? null : truth.until })
    .where('id', '=', payment.subscription_id)
    .execute();
  await transaction
    .insertInto('charges')
    .values({
      subscription_id: payment.subscription_id,
      charged_at: truth.paidAt,
      amount_cents: payment.amount_cents,
      payment_id: payment.id,
    })
    .execute();
}
