import { randomUUID } from 'node:crypto';
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { Logger } from 'pino';
import { type Actor, writeAuditEntry } from '../audit/write.ts';
import type { FailedPaymentsTable } from '../db/payment-tables.ts';
import type { Database } from '../db/schema.ts';
import { Problem } from '../http/problem.ts';
import { type CheckResult, toCheckResult } from './outcome.ts';
import type { AskStore, StoreState } from './store.ts';

/** Shorter than the 30 s that the console waits for the call. */
const STORE_TIMEOUT_MS = 20_000;
/** A check that is older was abandoned by a dead server. */
const CHECK_EXPIRY_MS = 60_000;

type Payment = Selectable<FailedPaymentsTable>;
type CheckServices = { db: Kysely<Database>; askStore: AskStore; clock: () => Date; log: Logger };

/** Restores access if the store has the payment. Throws 404, and 409 during another check and after a recovery. */
export async function checkPayment(
  services: CheckServices,
  paymentId: number,
  { actor, notes }: { actor: Actor & { kind: 'administrator' }; notes: string },
): Promise<CheckResult> {
  const { db, clock } = services;
  const check: Check = { id: randomUUID(), paymentId, actor, notes };
  const { payment, userId } = await claimPayment(db, check, clock());
  const storeState = await askStoreWithTimeout(services, payment);
  const result = toCheckResult(storeState, payment.platform);
  await storeResult(db, { payment, userId, check, storeState, result }, clock());
  return result;
}

type Check = { id: string; paymentId: number; actor: Actor & { kind: 'administrator' }; notes: string };
type ClaimedPayment = { payment: Payment; userId: number };

/** One statement claims the payment, so that only one check runs. The start is audited even if the server dies. */
async function claimPayment(db: Kysely<Database>, check: Check, now: Date): Promise<ClaimedPayment> {
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
    const { user_id: userId } = await transaction
      .selectFrom('subscriptions')
      .where('id', '=', payment.subscription_id)
      .select('user_id')
      .executeTakeFirstOrThrow();
    await writeAuditEntry(
      transaction,
      { actor: check.actor, action: 'payment_check_started', userId, paymentId },
      now,
    );
    return { payment, userId };
  });
}

/** SQL for `failed_payments`: the account of the customer is not deleted. */
const hasOpenAccount = sql<boolean>`exists (
  select from subscriptions join users on users.id = subscriptions.user_id
  where subscriptions.id = failed_payments.subscription_id and users.status <> 'deleted')`;

async function createRefusal(transaction: Transaction<Database>, paymentId: number): Promise<Problem> {
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

async function askStoreWithTimeout({ askStore, log }: CheckServices, payment: Payment): Promise<StoreState> {
  const { id, platform, product_id: productId, purchase_token: token } = payment;
  const signal = AbortSignal.timeout(STORE_TIMEOUT_MS);
  const timeout = new Promise<never>((_, fail) => {
    signal.addEventListener('abort', () => fail(signal.reason), { once: true });
  });
  try {
    return await Promise.race([askStore({ platform, productId, token }, signal), timeout]);
  } catch (error) {
    log.warn({ err: error, paymentId: id, platform }, 'a store could not be asked');
    return {
      state: 'unreachable',
      because: signal.aborted ? 'it did not answer in time' : 'the call failed',
    };
  }
}

/** Stores result and restored access together. Throws 409 if another check has claimed the payment. */
async function storeResult(
  db: Kysely<Database>,
  {
    payment,
    userId,
    check,
    storeState,
    result,
  }: ClaimedPayment & { check: Check; storeState: StoreState; result: CheckResult },
  now: Date,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    // First, as an erasure does: a change of the subscription locks its user too.
    await transaction
      .selectFrom('users')
      .where('id', '=', userId)
      .select('id')
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow();
    const recovered =
      result.outcome === 'recovered' ? { recovered_at: now, recovered_by: check.actor.id } : {};
    const last = { last_outcome: result.outcome, last_message: result.message, last_checked_at: now };
    const update = await transaction
      .updateTable('failed_payments')
      .set({ check_id: null, checking_since: null, ...last, ...recovered })
      .where('id', '=', payment.id)
      .where('check_id', '=', check.id)
      .executeTakeFirst();
    if (update.numUpdatedRows !== 1n) throw await createRefusal(transaction, payment.id);
    await transaction
      .updateTable('payment_checks')
      .set({ finished_at: now, ...result })
      .where('id', '=', check.id)
      .execute();
    if (storeState.state === 'active') await restoreAccess(transaction, payment, storeState);
    const changes = [{ field: 'outcome', from: null, to: result.outcome }];
    const entry = { action: 'payment_checked', userId, paymentId: payment.id, changes } as const;
    await writeAuditEntry(transaction, { actor: check.actor, ...entry }, now);
  });
}

async function restoreAccess(
  transaction: Transaction<Database>,
  payment: Payment,
  storeState: StoreState & { state: 'active' },
): Promise<void> {
  await transaction
    .updateTable('subscriptions')
    .set({
      status: storeState.renews ? 'active' : 'canceled',
      end_date: storeState.renews ? null : storeState.until,
    })
    .where('id', '=', payment.subscription_id)
    .execute();
  await transaction
    .insertInto('charges')
    .values({
      subscription_id: payment.subscription_id,
      charged_at: storeState.paidAt,
      amount_cents: payment.amount_cents,
      payment_id: payment.id,
    })
    .execute();
}
