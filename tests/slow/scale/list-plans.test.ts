import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { fillDemo } from '#api/demo/fill.ts';
import { signInAdministrator } from '#tests/setup/api/requests.ts';
import { plansOf } from './explain.ts';
import { fillLog, logActors } from './fill-log.ts';
import { serveRecorded } from './serve-recorded.ts';

/** The indexes by which PostgreSQL answers the lists at 100,000 users. */

const USERS = 100_000;
const tables = ['users', 'recipes', 'failed_payments', 'audit_entries'];

const { database, db, sent, api } = await serveRecorded();
let admin: Awaited<ReturnType<typeof signInAdministrator>>;

beforeAll(async () => {
  await fillDemo(db, { seed: 1, users: USERS, recipes: 20_000, now: new Date() });
  await sql`
    update failed_payments set last_outcome = case when id % 100 = 1 then 'store_unreachable' else 'still_failing' end,
      last_message = 'No.', last_checked_at = created_at
    where id % 3 = 1 and recovered_at is null`.execute(db);
  // Few still have a product that is sold no longer.
  await db
    .updateTable('users')
    .set({ subscription_product: 'mealwright.legacy' })
    .where('id', '<=', 20)
    .execute();
  await fillLog(db, { entries: USERS, users: USERS, recipes: 100 });
  await sql`vacuum analyze`.execute(db);
  admin = await signInAdministrator(database, api);
}, 600_000);

const payments = '/admin/subscriptions/failed-payments';

test.each([
  ['/admin/users', 'users_newest'],
  ['/admin/users?sort=name&order=desc', 'users_name'],
  ['/admin/users?sort=email&page=500', 'users_email'],
  ['/admin/users?status=suspended', 'users_status'],
  ['/admin/users?subscription=on_hold&page=20', 'users_subscription_status'],
  ['/admin/users?role=admin', 'users_administrators'],
  ['/admin/users?keyword=xyzzy', 'users_search'],
  ['/admin/users?keyword=xq', 'users_search'],
  ['/admin/users?keyword=stclaire.15', 'users_search'],
  ['/admin/users?keyword=maria&sort=name', 'users_name'],
  ['/admin/users?keyword=020%207946%200675', 'users_search'],
  ['/admin/users?keyword=sandbox-1000..0', 'charges_platform_order_id_key'],
  ['/admin/users?keyword=GPA.3345-1296', 'charges_platform_order_id_key'],
  ['/admin/users?keyword=legacy', 'users_subscription_product'],
  ['/admin/recipes', 'recipes_newest'],
  ['/admin/recipes?sort=title', 'recipes_title'],
  ['/admin/recipes?sort=cooking_time&order=desc', 'recipes_cooking_time'],
  ['/admin/recipes?keyword=xyzzy', 'recipes_search'],
  ['/admin/recipes?cuisine=none', 'recipes_cuisine'],
  ['/admin/recipes?tag=none', 'recipes_tags'],
  ['/admin/recipes?mealType=none', 'recipes_meal_types'],
  [payments, 'failed_payments_open'],
  [`${payments}?state=store_unreachable`, 'failed_payments_state'],
  [`${payments}?sort=checked`, 'failed_payments_checked'],
  [`${payments}?deadline=week&sort=deadline`, 'failed_payments_deadline'],
  [`${payments}?userId=5000`, 'failed_payments_user'],
  [`${payments}?keyword=xyzzy`, 'users_search'],
  ['/admin/activity', 'audit_entries_newest'],
  [`/admin/activity?by=${logActors.rareAdministrator}`, 'audit_entries_administrator'],
  ['/admin/activity?action=user_suspended', 'audit_entries_action'],
  ['/admin/activity?record=user:5000', 'audit_entries_user'],
  ['/admin/activity?record=recipe:2000000', 'audit_entries_recipes'],
  ['/admin/activity?record=payment:50', 'audit_entries_payment'],
])('%s: %s, and no table is read whole', async (path, index) => {
  sent.length = 0;
  expect((await admin.get(path)).status).toBe(200);
  const queries = sent.filter(({ sql: text }) => text.includes(' limit '));
  expect(queries.length).toBeGreaterThanOrEqual(2);
  const plans = (await Promise.all(queries.map((query) => plansOf(db, query)))).flat();
  expect(plans.map((plan) => plan['Index Name'])).toContain(index);
  const read = plans.filter((plan) => plan['Node Type'] === 'Seq Scan').map((plan) => plan['Relation Name']);
  expect(read.filter((table) => tables.includes(table ?? ''))).toEqual([]);
});
