import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { paymentStates } from '#contract/payments/list.ts';
import { addFailedPayment } from '#tests/api/payments/add-payment.ts';
import { signInAdministrator } from '#tests/setup/api/requests.ts';
import { plansOf } from './explain.ts';
import { serveRecorded } from './serve-recorded.ts';

/** A long list of failed payments by their deadline, read from either end by an index. */

const { database, db, sent, api } = await serveRecorded();
let admin: Awaited<ReturnType<typeof signInAdministrator>>;

const PAYMENTS = 20_000;
/** A page of 10 from the 3rd one, and what an index passes over. */
const MAX_ROWS = 100;

beforeAll(async () => {
  const { subscriptionId } = await addFailedPayment(db);
  // Many have an equal deadline, and every third has none.
  await sql`
    insert into failed_payments (subscription_id, product_id, platform, purchase_token, amount_cents, created_at,
      last_outcome, last_message, last_checked_at, recovered_at, deadline_at, deadline_certainty)
    select ${subscriptionId}::integer, 'monthly', 'ios', 'x', 999, timestamptz '2026-01-01Z' + n / 3 * interval '1 min',
      outcome, 'Words.', now(), case when outcome = 'recovered' then now() end,
      case when n % 3 > 0 then timestamptz '2026-06-01Z' + (n * 7919 % 400) * interval '1 hour' end,
      case when n % 3 > 0 then 'computed' end
    from generate_series(1, ${PAYMENTS}) as n cross join lateral (
      select (array['still_failing', 'not_retryable', 'store_unreachable', 'recovered', null])[1 + n % 5] as outcome
    ) as checked`.execute(db);
  await sql`vacuum analyze failed_payments`.execute(db);
  admin = await signInAdministrator(database, api);
});

const orders = {
  asc: 'deadline_at asc nulls last, created_at desc, id desc',
  desc: 'deadline_at desc nulls first, created_at asc, id asc',
} as const;

test.each(
  [undefined, ...paymentStates].flatMap((state) =>
    (['asc', 'desc'] as const).map((order) => [state ?? 'open', state, order] as const),
  ),
)('%s, %s, %s: the third page is right, and is all that is read', async (_, state, order) => {
  const isListed = state ? sql`state = ${state}` : sql`state <> 'recovered'`;
  const { rows } = await sql<{ id: number }>`
    select id from failed_payments where ${isListed} order by ${sql.raw(orders[order])} offset 20 limit 10`.execute(
    db,
  );
  sent.length = 0;
  const { status, body } = await admin.get(
    `/admin/subscriptions/failed-payments?sort=deadline&order=${order}&page=3&pageSize=10${state ? `&state=${state}` : ''}`,
  );
  expect(status).toBe(200);
  const { payments } = body.data as { payments: { id: number }[] };
  expect(payments.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
  expect(rows).toHaveLength(10);
  const queries = sent.filter(({ sql: text }) => text.includes('"failed_payments"'));
  expect(queries).not.toEqual([]);
  const plans = (await Promise.all(queries.map((query) => plansOf(db, query)))).flat();
  const read = plans
    .filter((plan) => plan['Relation Name'] === 'failed_payments')
    .map((plan) => (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops']);
  expect(Math.max(...read)).toBeLessThanOrEqual(MAX_ROWS);
});
