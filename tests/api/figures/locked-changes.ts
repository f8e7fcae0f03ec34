import type { Kysely, Transaction } from 'kysely';
import type { Database } from '#api/db/schema.ts';

/** The lock of the subscription first, as decision 0015 says: else a deletion of its user may deadlock with the change. */
export function changeCharge(
  db: Kysely<Database>,
  id: number,
  change: (id: number, transaction: Transaction<Database>) => Promise<unknown>,
) {
  return db.transaction().execute(async (transaction) => {
    await transaction
      .selectFrom('subscriptions')
      .where('id', 'in', (query) =>
        query.selectFrom('charges').where('charges.id', '=', id).select('subscription_id'),
      )
      .select('id')
      .forNoKeyUpdate()
      .execute();
    await change(id, transaction);
  });
}

/** The lock of the user first, for the same reason. */
export function changeSubscription(
  db: Kysely<Database>,
  id: number,
  change: (transaction: Transaction<Database>) => Promise<unknown>,
) {
  return db.transaction().execute(async (transaction) => {
    await transaction
      .selectFrom('users')
      .where('id', 'in', (query) =>
        query.selectFrom('subscriptions').where('subscriptions.id', '=', id).select('user_id'),
      )
      .select('id')
      .forNoKeyUpdate()
      .execute();
    await change(transaction);
  });
}
