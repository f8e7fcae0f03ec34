import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import type { FailedPayment } from '#contract/payments/records.ts';
import type { PaymentValues } from '#contract/payments/values.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { signInAdministrator } from '#tests/setup/api/requests.ts';
import { serveApi } from '#tests/setup/api/serve.ts';
import { addFailedPayment } from './add-payment.ts';

/** A payment carries the name and e-mail of its customer. */

const database = await cloneDatabase();
const { db } = database;
const api = await serveApi(db);
const admin = await signInAdministrator(database, api);

beforeEach(async () => {
  await db.deleteFrom('users').where('role', '=', 'user').execute();
});

const add = () => addFailedPayment(db, {}, { email: 'ann@example.com', first_name: 'First' });

async function names(query: string) {
  const { body } = await admin.get(`/admin/subscriptions/failed-payments${query}`);
  return (body.data as { payments: FailedPayment[] }).payments.map(({ email }) => email?.split('@')[0]);
}
const values = async () =>
  (await admin.get('/admin/subscriptions/failed-payment-values')).body.data as PaymentValues;

test('list and search follow the customer, and leave out a deleted account until it is restored', async () => {
  const { user } = await add();
  const change = (set: { email?: string; first_name?: string; status?: 'active' | 'deleted' }) =>
    db.updateTable('users').set(set).where('id', '=', user.id).execute();
  await change({ email: 'anna@example.org', first_name: 'Änna' });
  expect(await names('?keyword=anna%20example.org')).toEqual(['anna']);
  expect(await names('?keyword=first')).toEqual([]);
  await change({ status: 'deleted' });
  expect(await names('')).toEqual([]);
  expect(await names('?keyword=anna')).toEqual([]);
  expect((await values()).states.unchecked).toBe(0);
  const { email, search_text } = await db
    .selectFrom('failed_payments')
    .select(['email', 'search_text'])
    .executeTakeFirstOrThrow();
  expect([email, search_text]).toEqual([null, '']);
  await change({ status: 'active' });
  expect(await names('?keyword=anna')).toEqual(['anna']);
  expect((await values()).states.unchecked).toBe(1);
});

test('a payment that comes while its customer is renamed gets the new name', async () => {
  const { user, subscriptionId } = await add();
  await db.deleteFrom('failed_payments').execute();
  const added = await db.transaction().execute(async (transaction) => {
    await transaction.updateTable('users').set({ first_name: 'Zoë' }).where('id', '=', user.id).execute();
    const insert = sql`
      insert into failed_payments (subscription_id, product_id, platform, purchase_token, amount_cents)
      values (${subscriptionId}, 'x', 'ios', 'x', 1)`.execute(db);
    await expect
      .poll(
        async () =>
          (
            await sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`.execute(
              db,
            )
          ).rows.length,
      )
      .toBe(1);
    return { insert };
  });
  await added.insert;
  expect(await names('?keyword=zoe')).toEqual(['ann']);
});

test('a deleted account has no checks to read', async () => {
  const { id, user } = await add();
  await db.updateTable('users').set({ status: 'deleted' }).where('id', '=', user.id).execute();
  expect((await admin.get(`/admin/subscriptions/failed-payments/${id}/checks`)).status).toBe(404);
});
