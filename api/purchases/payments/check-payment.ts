import { randomUUID } from 'node:crypto';
import { MAX_ATTEMPTS } from '#contract/payments/checks.ts';
import { administratorName } from '../../audit/read.ts';
import type { Actor } from '../../audit/write.ts';
import type { Db } from '../../db/schema.ts';
import { Problem } from '../../http/problem.ts';
import type { AskServices } from '../ask-purchase.ts';
import { formatDay } from '../outcome.ts';
import {
  askAboutPayment,
  CHECK_EXPIRY_MS,
  type Check,
  type Checked,
  type Payment,
  recordResult,
  recordStart,
} from './check-steps.ts';
import { hasAccount } from './list-payments.ts';

/** Restores access if the store has the payment. Throws 404, and 409 during another check and after a recovery. */
export async function checkPayment(
  services: AskServices,
  paymentId: number,
  { actor, notes }: { actor: Actor & { kind: 'administrator' }; notes: string },
): Promise<Checked> {
  const { db, clock } = services;
  const check: Check = { id: randomUUID(), paymentId, actor, notes };
  const payment = await claimPayment(db, check, clock());
  const asked = await askAboutPayment(services, payment);
  if (!asked) throw await createRefusal(db, paymentId);
  return db.transaction().execute(async (transaction) => {
    const checked = await recordResult(transaction, { payment, check, asked }, clock());
    if (!checked) throw await createRefusal(transaction, paymentId);
    return checked;
  });
}

/** One statement claims the payment, so that only one check runs. */
async function claimPayment(db: Db, check: Check, now: Date): Promise<Payment> {
  const { paymentId } = check;
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
      .where(hasAccount)
      .returningAll()
      .executeTakeFirst();
    if (!payment) throw await createRefusal(transaction, paymentId);
    await recordStart(transaction, { check, payment }, now);
    return payment;
  });
}

async function createRefusal(db: Db, paymentId: number): Promise<Problem> {
  const found = await db
    .selectFrom('failed_payments')
    .leftJoin('users', 'users.id', 'failed_payments.recovered_by')
    .where('failed_payments.id', '=', paymentId)
    .where(hasAccount)
    .select(['recovered_at', 'recovered_alone', 'first_name', 'last_name'])
    .executeTakeFirst();
  if (!found) return new Problem(404, 'Failed payment not found.');
  if (!found.recovered_at) return new Problem(409, 'This payment is already being checked.');
  const by = found.first_name === null ? '' : ` by ${found.first_name} ${found.last_name}`;
  const time = found.recovered_at.toISOString().slice(11, 16);
  const byStore = found.recovered_alone ? ' by the store' : by;
  return new Problem(
    409,
    `This payment was already recovered on ${formatDay(found.recovered_at)} at ${time} UTC${byStore}.`,
  );
}

/** The checks of a payment, newest first, at most 100. Throws 404 for an unknown one and for deleted accounts. */
export async function readAttempts(db: Db, paymentId: number) {
  const listed = await db
    .selectFrom('failed_payments')
    .where('id', '=', paymentId)
    .where(hasAccount)
    .select('id')
    .executeTakeFirst();
  if (!listed) throw new Problem(404, 'Failed payment not found.');
  return db
    .selectFrom('payment_checks')
    .where('payment_id', '=', paymentId)
    .select([
      'id',
      'started_at',
      'outcome',
      'message',
      administratorName('payment_checks.administrator_id').as('by'),
    ])
    .orderBy('started_at', 'desc')
    .limit(MAX_ATTEMPTS)
    .execute();
}
