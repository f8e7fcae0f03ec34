import { type Kysely, sql } from 'kysely';
import type { Database } from '#api/db/schema.ts';
import { paymentAges, paymentSortKeys, paymentStates } from '#contract/payments/list.ts';
import { accesses } from '#contract/payments/records.ts';

const payments = (query: string) => `/admin/subscriptions/failed-payments${query}`;
const monthsAgo = (months: number) => {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months)).toISOString().slice(0, 7);
};

/** The list of failed payments with every filter and order. */
export const paymentAddresses = [
  ...['', '?page=90', '?platform=ios', '?pageSize=20&page=400'].map(payments),
  ...paymentStates.map((state) => payments(`?state=${state}`)),
  // The one that has begun has fewer payments than a whole one.
  ...[0, 1].flatMap((months) =>
    ['', '&sort=email', '&sort=created', '&keyword=maria'].map((more) =>
      payments(`?recovered=${monthsAgo(months)}${more}`),
    ),
  ),
  ...paymentAges.map((age) => payments(`?age=${age}`)),
  ...['', '&sort=deadline', '&sort=email', '&age=day', '&keyword=maria'].map((more) =>
    payments(`?deadline=week${more}`),
  ),
  ...accesses.flatMap((access) =>
    ['', '&sort=deadline', '&state=still_failing', '&keyword=maria'].map((more) =>
      payments(`?access=${access}${more}`),
    ),
  ),
  ...paymentSortKeys.flatMap((sort) =>
    ['', '&order=desc', '&state=store_unreachable', '&age=day', '&age=older', '&keyword=maria'].map((more) =>
      payments(`?sort=${sort}${more}`),
    ),
  ),
  ...['a', 'ma', 'er', 'maria', 'xyzzy', '佐', 'example.org', 'maria@example.com', '4711'].map((keyword) =>
    payments(`?keyword=${encodeURIComponent(keyword)}`),
  ),
  '/admin/subscriptions/failed-payment-values',
  '/admin/subscriptions/recovery-figures',
  '/admin/subscriptions/failed-payments/5000/checks',
];

/** Most are checked; a few states are rare. */
export async function checkPayments(db: Kysely<Database>): Promise<void> {
  await sql`
    update failed_payments set
      last_outcome = (array['still_failing', 'still_failing', 'not_retryable', 'recovered'])[1 + id % 4],
      last_message = 'The store said so.',
      last_checked_at = now() - (id % 500) * interval '1 hour',
      recovered_at = case when id % 4 = 3 then now() - (id % 700) * interval '1 day' end,
      deadline_at = case when id % 4 < 2 then now() + (id % 60) * interval '1 day' end,
      deadline_certainty = case when id % 4 < 2 then 'computed' end,
      access_until = case when id % 4 = 0 then now() + (id % 20 - 10) * interval '1 day' end
    where id % 3 > 0`.execute(db);
  await sql`update failed_payments set last_outcome = 'store_unreachable' where id % 900 = 1`.execute(db);
}
