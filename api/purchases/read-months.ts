import { type Kysely, sql } from 'kysely';
import type { Database } from '../db/schema.ts';

type ChargedMonth = {
  month: string;
  subscription_count: number;
  total_revenue: number;
  not_converted: number;
};

/**
 * Charges per month in UTC (`YYYY-MM`), newest first. A subscription counts once a month. `total_revenue` is in US dollars,
 * without the charges that are `not_converted`.
 */
export async function readMonths(db: Kysely<Database>): Promise<ChargedMonth[]> {
  const { rows } = await sql<ChargedMonth>`
    select to_char(month, 'YYYY-MM') as month,
      count(distinct subscription_id)::integer as subscription_count,
      (coalesce(sum(amount_cents), 0) / 100.0)::double precision as total_revenue,
      (count(*) filter (where amount_cents is null))::integer as not_converted
    from (select date_trunc('month', charged_at at time zone 'UTC') as month, subscription_id, amount_cents
      from charges) as months
    group by months.month order by months.month desc`.execute(db);
  return rows;
}
