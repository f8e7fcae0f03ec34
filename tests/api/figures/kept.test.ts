import { expect, test } from 'vitest';
import { paidCharge } from '#tests/setup/api/charges.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { storePayment } from '#tests/setup/api/payments.ts';
import { addUser } from '#tests/setup/api/people.ts';
import { createRequester, signInAdministrator } from '#tests/setup/api/requests.ts';
import { serveApi } from '#tests/setup/api/serve.ts';
import { addSubscription, blankRecipe, failedPayment } from './rows.ts';

/** Figures whose counting took long are kept for a while, and an administrator's own write clears them. */

const database = await cloneDatabase();
const { db } = database;
const api = await serveApi(db);
const admin = await signInAdministrator(database, api);
const user = await addUser(db);

const figures = [
  '/admin/subscriptions/stats',
  '/admin/overview',
  '/admin/subscriptions/recovery-figures',
  '/admin/user-values',
  '/admin/subscriptions/failed-payment-values',
  '/admin/recipe-values',
];

/** Changes each of the figures. */
async function change() {
  const subscription_id = await addSubscription(db);
  await db
    .insertInto('charges')
    .values(paidCharge({ subscription_id, charged_at: api.clock.now, amount_cents: 1 }))
    .execute();
  await storePayment(db, failedPayment(subscription_id));
  await db
    .insertInto('recipes')
    .values({ title: 'Dish', ...blankRecipe })
    .execute();
}

test.each(figures)('%s', async (path) => {
  const read = async () => (await admin.get(path)).body;
  const note = () => admin.post(`/admin/users/${user.id}/notes`, { text: 'Called.' });
  api.counting.ms = 200;
  const quick = await read();
  await change();
  const changed = await read();
  expect(changed).not.toEqual(quick);
  expect(changed).not.toHaveProperty('countedAt');

  api.counting.ms = 201;
  const countedAt = api.clock.now.toISOString();
  expect(await read()).toEqual(changed);
  await change();
  api.clock.now = new Date(api.clock.now.getTime() + 59_000);
  expect(await read()).toEqual({ ...changed, countedAt });
  // Neither a refused write nor a read of others clears it.
  expect((await createRequester(api.base, 'x'.repeat(43)).post('/admin/users/1/suspend')).status).toBe(401);
  await admin.get('/admin/users');
  const headers = { authorization: `Bearer ${admin.tokens.token}` };
  await fetch(`${api.base}/admin/users`, { method: 'HEAD', headers });
  expect(await read()).toEqual({ ...changed, countedAt });

  await note();
  const own = await read();
  expect(own).not.toEqual(changed);
  expect(own).not.toHaveProperty('countedAt');
  await change();
  expect(await read()).toHaveProperty('countedAt');
  api.clock.now = new Date(api.clock.now.getTime() + 60_000);
  expect(await read()).not.toHaveProperty('countedAt');
  await note();
});
