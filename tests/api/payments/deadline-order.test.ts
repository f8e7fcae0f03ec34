import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { paymentStates } from '#contract/payments/list.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { signInAdministrator } from '#tests/setup/api/requests.ts';
import { serveApi } from '#tests/setup/api/serve.ts';
import { addFailedPayment } from './add-payment.ts';

/** Failed payments by their deadline: many have an equal one, and every third has none. */

const database = await cloneDatabase();
const { db } = database;
const api = await serveApi(db);
const admin = await signInAdministrator(database, api);

beforeAll(async () => {
  const { subscriptionId, user } = await addFailedPayment(db, { purchase_token: 'x' });
  await sql`
    insert into failed_payments (user_id, subscription_id, product_id, platform, purchase_token, amount_cents, created_at,
      last_outcome, last_message, last_checked_at, recovered_at, deadline_at, deadline_certainty)
    select ${user.id}::integer, ${subscriptionId}::integer, 'monthly', 'ios', 'x', 999,
      timestamptz '2026-01-01Z' + n / 3 * interval '1 min',
      outcome, 'Words.', now(), case when outcome = 'recovered' then now() end,
      case when n % 3 > 0 then timestamptz '2026-06-01Z' + (n * 7919 % 40) * interval '1 hour' end,
      case when n % 3 > 0 then 'computed' end
    from generate_series(1, 600) as n cross join lateral (
      select (array['still_failing', 'not_retryable', 'store_unreachable', 'recovered', null])[1 + n % 5] as outcome
    ) as checked`.execute(db);
});

const orders = {
  asc: 'deadline_at asc nulls last, created_at desc, id desc',
  desc: 'deadline_at desc nulls first, created_at asc, id asc',
} as const;

test.each(
  [undefined, ...paymentStates].flatMap((state) =>
    (['asc', 'desc'] as const).map((order) => [state ?? 'open', state, order] as const),
  ),
)('%s, %s, %s: the pages are those of the whole list', async (_, state, order) => {
  const isListed = state ? sql`state = ${state}` : sql`state <> 'recovered'`;
  const { rows } = await sql<{ id: number }>`
    select id from failed_payments where ${isListed} order by ${sql.raw(orders[order])}`.execute(db);
  expect(rows.length).toBeGreaterThan(100);
  for (const page of [1, 3, 8]) {
    const { status, body } = await admin.get(
      `/admin/subscriptions/failed-payments?sort=deadline&order=${order}&page=${page}&pageSize=10${state ? `&state=${state}` : ''}`,
    );
    expect(status).toBe(200);
    const { payments } = body.data as { payments: { id: number }[] };
    expect(payments.map(({ id }) => id)).toEqual(rows.slice(10 * page - 10, 10 * page).map(({ id }) => id));
  }
});
