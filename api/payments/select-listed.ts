import { type Kysely, sql } from 'kysely';
import { administratorName } from '../audit/read.ts';
import type { Database } from '../db/schema.ts';
import { hasOtherSubscription, standingColumns } from './standing.ts';

/** By the name of an administrator who may have gone; null for the store itself. */
const recoveredBy = sql<string | null>`case
  when recovered_at is not null and not recovered_alone and (recovered_by is not null or last_outcome = 'recovered')
  then ${administratorName('failed_payments.recovered_by')} end`;

/** Only what lists and exports send. The access is that of now. */
export function selectListed(db: Kysely<Database>, now: Date) {
  return db
    .selectFrom('failed_payments')
    .select([
      'id',
      'email',
      'product_id',
      'platform',
      'error_message',
      'created_at',
      'last_outcome',
      'last_message',
      'last_checked_at',
      'recovered_at',
      recoveredBy.as('recovered_by'),
      'user_id',
      ...standingColumns(now),
      hasOtherSubscription(now).as('other_subscription'),
    ]);
}
