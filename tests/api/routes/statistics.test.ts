import { expect, test } from 'vitest';
import { paidCharge } from '#tests/setup/api/charges.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { addUser } from '#tests/setup/api/people.ts';
import { signInAdministrator } from '#tests/setup/api/requests.ts';
import { serveApi } from '#tests/setup/api/serve.ts';

const database = await cloneDatabase();
const { db } = database;
const api = await serveApi(db);
const admin = await signInAdministrator(database, api);

async function statistics() {
  const { body } = await admin.get('/admin/subscriptions/stats');
  return { data: body.data, totals: body.totals };
}

const listed = async () => (await admin.get('/admin/users?role=user')).body.total;

test('an empty database has no months, and its administrator is no user', async () => {
  expect(await statistics()).toEqual({ data: [], totals: { users: 0, recipes: 0, ingredients: 0 } });
});

test('months are calendar months in UTC, money is exact, a subscription counts once a month', async () => {
  const user = await addUser(db);
  const subscriptions = await db
    .insertInto('subscriptions')
    .values(
      [1, 2].map(() => ({
        user_id: user.id,
        plan: 'Monthly',
        product_id: 'x.monthly',
        platform: 'ios' as const,
        status: 'active' as const,
        start_date: '2025-01-01T00:00:00Z',
        end_date: null,
      })),
    )
    .returning('id')
    .execute();
  const [one = 0, other = 0] = subscriptions.map(({ id }) => id);
  await db
    .insertInto('charges')
    .values([
      paidCharge({ subscription_id: one, charged_at: '2025-12-31T23:59:59.999Z', amount_cents: 999 }),
      paidCharge({ subscription_id: one, charged_at: '2026-01-01T00:00:00Z', amount_cents: 10 }),
      paidCharge({ subscription_id: one, charged_at: '2026-01-31T12:00:00Z', amount_cents: 20 }),
      paidCharge({ subscription_id: other, charged_at: '2026-01-15T12:00:00Z', amount_cents: 1499 }),
    ])
    .execute();
  expect((await statistics()).data).toEqual([
    { month: '2026-01', subscription_count: 2, total_revenue: 15.29, not_converted: 0 },
    { month: '2025-12', subscription_count: 1, total_revenue: 9.99, not_converted: 0 },
  ]);
});

test('a charge without an exchange rate counts, and its month says that it is not in the revenue', async () => {
  const { id: subscription_id } = await db
    .selectFrom('subscriptions')
    .select('id')
    .limit(1)
    .executeTakeFirstOrThrow();
  const charge = { subscription_id, currency: 'EUR', amount_minor: 999 } as const;
  await db
    .insertInto('charges')
    .values([
      paidCharge({ ...charge, order_id: 'a', charged_at: '2026-01-31T23:59:59Z', amount_cents: null }),
      paidCharge({ ...charge, order_id: 'b', charged_at: '2026-02-01T00:00:00Z', amount_cents: null }),
    ])
    .execute();
  expect((await statistics()).data).toMatchObject([
    { month: '2026-02', subscription_count: 1, total_revenue: 0, not_converted: 1 },
    { month: '2026-01', subscription_count: 2, total_revenue: 15.29, not_converted: 1 },
    { month: '2025-12', not_converted: 0 },
  ]);
  await db.updateTable('charges').set({ amount_cents: 1079 }).where('order_id', '=', 'a').execute();
  expect((await statistics()).data).toMatchObject([{}, { total_revenue: 26.08, not_converted: 0 }, {}]);
  await db.deleteFrom('charges').where('order_id', 'in', ['a', 'b']).execute();
});

test('deleted users count too, and an ingredient of published recipes counts once for all spellings', async () => {
  await addUser(db, { status: 'deleted' });
  await addUser(db, { status: 'suspended' });
  const recipe = {
    title: 'x',
    description: '',
    image_url: null,
    preparation_time: 0,
    cooking_time: 0,
    meal_types: [],
    steps: [],
    nutrition_values: '[]',
    feature_tags: [],
    promotional_tags: [],
    cuisine: null,
    cooking_method: null,
    video_url: null,
    published_at: new Date(),
  };
  const named = (...names: string[]) => JSON.stringify(names.map((name) => ({ name })));
  await db
    .insertInto('recipes')
    .values([
      { ...recipe, ingredients: named('Crème', 'flour') },
      { ...recipe, ingredients: named('creme ', 'FLOUR', 'eggs') },
      { ...recipe, ingredients: '[]' },
      { ...recipe, ingredients: named('a draft'), published_at: null },
      { ...recipe, ingredients: named('a deleted one'), deleted_at: new Date() },
    ])
    .execute();
  expect((await statistics()).totals).toEqual({ users: await listed(), recipes: 3, ingredients: 3 });
});

test('a file has the months of the table, as spreadsheets read them, and an audit entry', async () => {
  const response = await fetch(`${api.base}/admin/subscriptions/stats-export`, {
    headers: { authorization: `Bearer ${admin.tokens.token}` },
  });
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(new TextDecoder('utf-8', { ignoreBOM: true }).decode(await response.arrayBuffer())).toBe(
    '\uFEFFmonth,subscription_count,total_revenue,not_converted\n"2026-01","2","15.29","0"\n"2025-12","1","9.99","0"\n',
  );
  const entries = await db
    .selectFrom('audit_entries')
    .where('action', '=', 'statistics_exported')
    .selectAll()
    .execute();
  expect(entries).toMatchObject([{ actor_id: admin.administrator.id, user_id: null, changes: [] }]);
  expect((await fetch(`${api.base}/admin/subscriptions/stats-export`)).status).toBe(401);
});
