import { beforeEach, expect, test } from 'vitest';
import type { FailedPayment } from '#contract/payments/records.ts';
import type { PaymentValues } from '#contract/payments/values.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { signInAdministrator } from '#tests/setup/api/requests.ts';
import { serveApi } from '#tests/setup/api/serve.ts';
import { addFailedPayment } from './add-payment.ts';

/** A payment is listed with the name and e-mail that its customer has now. */

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
  await change({ status: 'active' });
  expect(await names('?keyword=anna')).toEqual(['anna']);
  expect((await values()).states.unchecked).toBe(1);
});

test('a deleted account has no checks to read', async () => {
  const { id, user } = await add();
  await db.updateTable('users').set({ status: 'deleted' }).where('id', '=', user.id).execute();
  expect((await admin.get(`/admin/subscriptions/failed-payments/${id}/checks`)).status).toBe(404);
});
