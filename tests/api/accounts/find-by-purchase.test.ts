import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Platform } from '#api/db/payment-tables.ts';
import { writeNewestSubscription } from '#api/purchases/apply/write-subscription.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { addUser } from '#tests/setup/api/people.ts';
import { signInAdministrator } from '#tests/setup/api/requests.ts';
import { serveApi } from '#tests/setup/api/serve.ts';

/** The users list and the palette find a customer by what they bought. */

const database = await cloneDatabase();
const { db } = database;
const api = await serveApi(db);
const admin = await signInAdministrator(database, api);

const idsOf = (rows: unknown) => (rows as { id: number }[]).map(({ id }) => id);

async function find(keyword: string): Promise<number[]> {
  const text = encodeURIComponent(keyword);
  const [list, palette] = await Promise.all([
    admin.get(`/admin/users?keyword=${text}`),
    admin.get(`/admin/search?keyword=${text}`),
  ]);
  const ids = idsOf(list.body.data);
  expect(idsOf((palette.body.data as { users: unknown }).users)).toEqual(ids.slice(0, 5));
  expect(list.body.total).toBe(ids.length);
  return ids;
}

async function addCustomer({
  product = 'mealwright.monthly',
  platform = 'android' as Platform,
  start = '2026-03-01',
  orders = [] as string[],
  user = undefined as number | undefined,
}): Promise<number> {
  const userId = user ?? (await addUser(db)).id;
  const { id } = await db
    .insertInto('subscriptions')
    .values({
      user_id: userId,
      plan: 'Plan',
      product_id: product,
      platform,
      status: 'active',
      start_date: start,
      end_date: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await writeNewestSubscription(db, userId);
  for (const order_id of orders) {
    const time = { charged_at: start, paid_until: new Date(start), is_renewal: false };
    await db
      .insertInto('charges')
      .values({ ...time, subscription_id: id, platform, order_id, amount_cents: 999 })
      .execute();
  }
  return userId;
}

test('an order of Google Play, whole or as far as it was read out', async () => {
  const id = await addCustomer({ orders: ['GPA.3345-1296-5671-90123', 'GPA.3345-1296-5671-90123..4'] });
  await addCustomer({ orders: ['GPA.3345-9999-5671-90123..4'] });
  for (const keyword of [
    'GPA.3345-1296-5671-90123..4',
    'GPA.3345-1296-5671-90123',
    'gpa.3345-1296',
    'gpa 3345 1296 5671 90123',
    ' #GPA.3345-1296-5671-90123 ',
    '3345-1296-5671-90123',
    '3345 1296 5671 90123..4',
  ]) {
    expect(await find(keyword), keyword).toEqual([id]);
  }
  expect(await find('GPA.3345-1296-5671-90124')).toEqual([]);
  expect(await find('GPA.3345-1296-5671-90123..5')).toEqual([]);
});

test('a transaction of the App Store, the first one of a purchase, and an order of another kind', async () => {
  const id = await addCustomer({ platform: 'ios', orders: ['2000000918273645'] });
  const key = '2000000918270001';
  await db.insertInto('purchases').values({ platform: 'ios', key, user_id: id }).execute();
  const other = await addCustomer({ orders: ['sandbox-41..7'] });
  expect(await find('2000000918273645')).toEqual([id]);
  expect(await find('2000 0009 1827 3645')).toEqual([id]);
  expect(await find(key)).toEqual([id]);
  expect(await find('sandbox-41..7')).toEqual([other]);
  expect(await find('200000091827364')).toEqual([]);
});

test('the product or the plan of the newest subscription, beside those whose name it is', async () => {
  const product = 'com.example.premium_quarterly';
  const before = await addCustomer({ product });
  await addCustomer({ product: 'com.example.weekly', start: '2026-04-01', user: before });
  const one = await addCustomer({ product });
  const two = await addCustomer({ product, platform: 'ios' });
  expect(await find(product)).toEqual([two, one]);
  expect(await find('com.example.prem')).toEqual([two, one]);
  expect(await find('Premium Quarterly')).toEqual([two, one]);
  expect(await find('quarterly')).toEqual([two, one]);
  expect(await find('weekly')).toEqual([before]);
  expect(await find('quarter')).toEqual([]);
  const { first_name } = await db
    .selectFrom('users')
    .where('id', '=', one)
    .select('first_name')
    .executeTakeFirstOrThrow();
  expect(await find(`${first_name} quarterly`)).toEqual([one]);
  expect(await find(`weekly ${first_name}`)).toEqual([]);
  const mark = randomUUID();
  const named = await addUser(db, { first_name: 'Premium', last_name: mark });
  expect(await find('premium')).toEqual([named.id, two, one]);
  expect(await find(`premium ${mark}`)).toEqual([named.id]);
});

test('filters go together with them, and an export has the same users', async () => {
  const product = 'com.example.fortnightly';
  const active = await addCustomer({ product });
  const suspended = await addUser(db, { status: 'suspended' });
  await addCustomer({ product, user: suspended.id });
  const { body } = await admin.get('/admin/users?keyword=fortnightly&status=suspended');
  expect(idsOf(body.data)).toEqual([suspended.id]);
  const file = await fetch(`${api.base}/admin/user-export?keyword=fortnightly`, {
    headers: { authorization: `Bearer ${admin.tokens.token}` },
  });
  const lines = (await file.text()).trim().split(/\r?\n/).slice(1);
  expect(lines.map((line) => Number.parseInt(line.replace('"', ''), 10))).toEqual([suspended.id, active]);
});
