import type { Kysely } from 'kysely';
import { MAX_ATTEMPTS } from '#contract/payments/checks.ts';
import { administratorName } from '../../audit/read.ts';
import type { Database } from '../../db/schema.ts';
import { Problem } from '../../http/problem.ts';
import { hasAccount } from './list-payments.ts';

/** The checks of a payment, newest first, at most 100. Throws 404 for an unknown one and for deleted accounts. */
export async function readAttempts(db: Kysely<Database>, paymentId: number) {
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
