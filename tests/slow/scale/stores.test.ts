import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { addUser } from '#tests/setup/api/people.ts';
import { signInAdministrator } from '#tests/setup/api/requests.ts';
import { plansOf } from './explain.ts';
import { serveRecorded } from './serve-recorded.ts';

/** The timeline has 5,000 rows in each part, beside many other purchases and notifications. */

const ROWS = 5_000;
const OTHERS = 30_000;
/** What a page needs of each part. */
const PAGE = 21;

const { database, db, sent, api } = await serveRecorded();
let admin: Awaited<ReturnType<typeof signInAdministrator>>;
let purchaseId: number;

beforeAll(async () => {
  admin = await signInAdministrator(database, api);
  const administrator = admin.administrator.id;
  const { id: userId } = await addUser(db);
  await sql`
    insert into purchases (platform, key, product_id, state, due_at, due_since, given_up_at)
    select (array['ios', 'android'])[1 + number % 2], 'key ' || number, 'meals.monthly', 'active',
      case when number % 500 = 0 then now() - number * interval '1 second' end,
      case when number % 500 = 0 then now() - number * interval '1 second' end,
      case when number % 900 = 0 then now() end
    from generate_series(1, ${OTHERS}) as number`.execute(db);
  // Most have a user.
  await sql`update purchases set user_id = ${userId} where id % 40 > 0`.execute(db);
  await sql`
    insert into store_notifications (platform, id, type, environment, sent_at, received_at, purchase_id)
    select (array['ios', 'android'])[1 + number % 2], 'n' || number, case number % 5000 when 0 then 'TEST' else 'DID_RENEW' end,
      'production', now() - number * interval '1 hour', now() - number * interval '1 hour',
      (select min(id) from purchases) + number
    from generate_series(1, ${OTHERS - 1}) as number`.execute(db);
  const { rows } = await sql<{ id: number }>`
    insert into subscriptions (user_id, plan, product_id, platform, status, start_date)
    values (${userId}, 'Monthly', 'x', 'ios', 'active', now()) returning id`.execute(db);
  const subscriptionId = rows[0]?.id;
  const { rows: made } = await sql<{ id: number }>`
    insert into purchases (platform, key, user_id, subscription_id)
    values ('ios', 'the key', ${userId}, ${subscriptionId}) returning id`.execute(db);
  purchaseId = made[0]?.id ?? 0;
  const ago = sql`now() - number * interval '1 hour'`;
  const numbers = sql`generate_series(1, ${ROWS}) as number`;
  await sql`
    insert into store_notifications (platform, id, type, environment, sent_at, received_at, purchase_id)
    select 'ios', 'p' || number, 'DID_RENEW', 'production', ${ago}, ${ago}, ${purchaseId} from ${numbers}`.execute(
    db,
  );
  await sql`
    insert into purchase_questions (purchase_id, asked_at, since, administrator_id, answer, raw_state)
    select ${purchaseId}, ${ago}, ${ago}, case number % 4 when 0 then ${administrator}::integer end, 'purchase', 'active'
    from ${numbers}`.execute(db);
  await sql`
    insert into purchase_questions (purchase_id, asked_at, since, answer, raw_state)
    select id, now(), now(), 'purchase', 'active' from purchases where id < ${purchaseId}`.execute(db);
  await sql`
    insert into failed_payments (user_id, subscription_id, product_id, platform, purchase_token, amount_cents, created_at)
    select ${userId}, ${subscriptionId}, 'x', 'ios', 'the key', 999, ${ago} from generate_series(1, 3) as number`.execute(
    db,
  );
  await sql`
    insert into payment_checks (id, payment_id, administrator_id, notes, started_at, finished_at, outcome, message)
    select gen_random_uuid(), (select min(id) from failed_payments) + number % 3, ${administrator}, 'x', ${ago}, ${ago},
      'still_failing', 'No.' from ${numbers}`.execute(db);
  await sql`
    insert into charges (subscription_id, platform, order_id, charged_at, paid_until, is_renewal, amount_cents,
      refunded_at)
    select ${subscriptionId}, 'ios', number, ${ago}, now(), true, 999, case number % 2 when 0 then ${ago} end from ${numbers}`.execute(
    db,
  );
  await sql`
    insert into courtesy_accesses (user_id, until, reason, granted_at, revoked_at)
    select ${userId}, ${ago}, 'x', ${ago}, ${ago} from generate_series(1, 50) as number`.execute(db);
  await sql`vacuum analyze`.execute(db);
}, 120_000);

async function plansFor(path: string) {
  sent.length = 0;
  const { status } = await admin.get(path);
  expect(status).toBe(200);
  const queries = sent.filter(({ sql: text }) => /^\s*(select|with)\b/i.test(text));
  return (await Promise.all(queries.map((query) => plansOf(db, query)))).flat();
}

/** Rows that a plan reads from its table, those that it passes over included. */
const rowsOf = (plan: Awaited<ReturnType<typeof plansFor>>[number]) =>
  (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops'];

test.each(['', '?before=2026-01-01T00:00:00.000000Z~0'])(
  'a page of the timeline %s reads its own rows',
  async (query) => {
    const plans = await plansFor(`/admin/purchases/${purchaseId}/timeline${query}`);
    const read = plans.filter(({ 'Relation Name': table = 'users' }) => table !== 'users');
    expect(read.length).toBeGreaterThan(7);
    for (const plan of read) {
      // Questions of administrators are passed over, and each payment has its checks.
      expect(rowsOf(plan), `${plan['Node Type']} of ${plan['Relation Name']}`).toBeLessThanOrEqual(PAGE * 4);
    }
  },
);

test('the health reads no table: each figure has its index', async () => {
  const plans = await plansFor('/admin/store-health');
  for (const plan of plans.filter(({ 'Relation Name': table }) => table)) {
    const limit = plan['Node Type'].startsWith('Index') ? 1_500 : 100;
    expect(rowsOf(plan), `${plan['Node Type']} of ${plan['Relation Name']}`).toBeLessThanOrEqual(limit);
  }
});

test.each([1, 30])('page %i of the purchases without a user reads these alone', async (page) => {
  const plans = await plansFor(`/admin/unattributed-purchases?page=${page}&pageSize=20`);
  for (const plan of plans) expect(rowsOf(plan)).toBeLessThanOrEqual(OTHERS / 40 + 1);
});
