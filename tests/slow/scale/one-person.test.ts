import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { addUser } from '#tests/setup/api/people.ts';
import { signInAdministrator } from '#tests/setup/api/requests.ts';
import { plansOf } from './explain.ts';
import { serveRecorded } from './serve-recorded.ts';

/** A person with 5,000 rows in each history: a page reads its own rows from an index, and sorts no other. */

const ROWS = 5_000;
const PAGE_SIZE = 20;

const { database, db, sent, api } = await serveRecorded();
let admin: Awaited<ReturnType<typeof signInAdministrator>>;
let userId: number;
let subscriptionId: number;

beforeAll(async () => {
  admin = await signInAdministrator(database, api);
  for (let person = 0; person < 4; person += 1) {
    const { id } = await addUser(db);
    userId = id;
    await sql`
      insert into subscriptions (user_id, plan, product_id, platform, status, start_date)
      select ${id}, 'Monthly', 'x.monthly', 'ios', 'expired', now() - number * interval '1 day'
      from generate_series(1, ${ROWS}) as number`.execute(db);
    const first = await db
      .selectFrom('subscriptions')
      .where('user_id', '=', id)
      .select('id')
      .executeTakeFirstOrThrow();
    subscriptionId = first.id;
    await sql`
      insert into charges (subscription_id, platform, order_id, charged_at, paid_until, is_renewal, amount_cents)
      select ${subscriptionId}, 'ios', ${subscriptionId} || '-' || number, now() - number * interval '1 day', now(), true, 999
      from generate_series(1, ${ROWS}) as number`.execute(db);
    await sql`
      insert into audit_entries (at, actor, actor_id, action, user_id, changes)
      select now(), 'administrator', ${admin.administrator.id}, 'user_updated', ${id}, '[]'
      from generate_series(1, ${ROWS})`.execute(db);
  }
  await sql`vacuum analyze`.execute(db);
}, 120_000);
const histories: readonly (() => string)[] = [
  () => `/admin/subscriptions/history/${userId}?`,
  () => `/admin/subscriptions/${subscriptionId}/charges?`,
  () => `/admin/users/${userId}/audit?`,
];

test.each(histories)('%s', async (path) => {
  for (const page of [1, ROWS / PAGE_SIZE]) {
    sent.length = 0;
    const { status, body } = await admin.get(`${path()}page=${page}&pageSize=${PAGE_SIZE}`);
    expect([status, body.total]).toEqual([200, ROWS]);
    const queries = sent.filter(({ sql: text }) => /^\s*(select|with)\b/i.test(text));
    const plans = (await Promise.all(queries.map((query) => plansOf(db, query)))).flat();
    const read = plans.filter(({ 'Relation Name': table = 'users' }) => table !== 'users');
    expect(read.length).toBeGreaterThan(1);
    // What is counted or passed over is read from an index alone.
    const fetched = read
      .filter(({ 'Node Type': type }) => type !== 'Index Only Scan')
      .map((plan) => (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops']);
    expect(Math.max(...fetched)).toBeLessThanOrEqual(PAGE_SIZE);
    const sorted = plans.filter((plan) => plan['Node Type'] === 'Sort');
    for (const plan of sorted) expect(plan['Actual Rows']).toBeLessThanOrEqual(PAGE_SIZE);
  }
});
