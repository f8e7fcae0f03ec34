import { expect, test } from 'vitest';
import { fillDemo } from '#api/demo/fill.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { signInAdministrator } from '#tests/setup/api/requests.ts';
import { serveApi } from '#tests/setup/api/serve.ts';

/** A client that knows only the names of the specification (sections 3 and 7) can read everything. */

const database = await cloneDatabase();
const { db } = database;
await fillDemo(db, { seed: 2, now: new Date() });
const api = await serveApi(db);
const admin = await signInAdministrator(database, api);

const user = ['id', 'first_name', 'last_name', 'email', 'phone', 'status', 'role', 'onboarding_status'];
const recipe = [
  'id',
  'title',
  'description',
  'image_url',
  'preparation_time',
  'cooking_time',
  'meal_types',
  'ingredients',
  'steps',
];
const detail = [
  'nutritionValues',
  'feature_tags',
  'promotional_tags',
  'cuisine',
  'preparationTime',
  'cookingMethod',
  'videoURL',
];

const { user_id: userId } = await db
  .selectFrom('subscriptions')
  .select('user_id')
  .limit(1)
  .executeTakeFirstOrThrow();
const { id: recipeId } = await db.selectFrom('recipes').select('id').limit(1).executeTakeFirstOrThrow();

type Data = { [name: string]: Data & Data[] };

test.each<[string, (body: Data) => unknown, readonly string[]]>([
  ['/admin/subscriptions/stats', ({ data }) => data?.[0], ['month', 'subscription_count', 'total_revenue']],
  ['/admin/users', ({ data }) => data?.[0], [...user, 'is_email_verified', 'created_date_time']],
  [`/admin/users/${userId}`, ({ data }) => data, user],
  [
    `/admin/subscriptions/history/${userId}`,
    ({ data }) => data?.subscriptions?.[0],
    ['id', 'plan', 'status', 'startDate', 'endDate'],
  ],
  ['/admin/recipes', ({ data }) => data?.recipes?.[0], recipe],
  [
    '/admin/recipes',
    ({ data }) => data?.recipes?.[0]?.ingredients?.[0],
    ['name', 'quantity', 'unit_type', 'is_primary'],
  ],
  [`/admin/recipes/${recipeId}`, ({ data }) => data, [...recipe, ...detail]],
  [`/admin/recipes/${recipeId}`, ({ data }) => data?.nutritionValues?.[0], ['name', 'value']],
  [
    '/admin/subscriptions/failed-payments',
    ({ data }) => data?.payments?.[0],
    ['id', 'email', 'product_id', 'platform', 'error_message', 'created_at'],
  ],
])('GET %s (%#)', async (path, record, names) => {
  const { status, body } = await admin.get(path);
  expect(status).toBe(200);
  const found = record(body as Data) as object;
  expect(Object.keys(found)).toEqual(expect.arrayContaining([...names]));
});

test('the detail and the list have the same times in seconds', async () => {
  const { body } = await admin.get(`/admin/recipes/${recipeId}`);
  const { preparation_time, preparationTime } = body.data as Record<string, unknown>;
  expect(preparationTime).toBe(preparation_time);
});
