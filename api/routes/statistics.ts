import { Hono } from 'hono';
import { type Kysely, sql } from 'kysely';
import { subscriptionStatistics } from '#contract/statistics.ts';
import type { AdminVariables } from '../auth/administrators-only.ts';
import type { Database } from '../db/schema.ts';
import type { Dependencies } from '../dependencies.ts';
import { serve } from '../http/serve-endpoint.ts';

/**
 * GET /admin/subscriptions/stats: per calendar month (UTC, newest first) the subscriptions that were charged
 * and the revenue in US dollars, aggregated by the database.
 */
export function statistics({ db }: Dependencies): Hono<AdminVariables> {
  const app = new Hono<AdminVariables>();

  serve(app, subscriptionStatistics, async () => {
    // Grouped as a time: as text it takes three times as long.
    const month = sql`date_trunc('month', charged_at at time zone 'UTC')`;
    const months = db
      .selectFrom('charges')
      .select([
        sql<string>`to_char(${month}, 'YYYY-MM')`.as('month'),
        sql<number>`count(distinct subscription_id)::integer`.as('subscription_count'),
        sql<number>`(sum(amount_cents) / 100.0)::double precision`.as('total_revenue'),
      ])
      .groupBy(month)
      .orderBy(month, 'desc');
    const [rows, totals] = await Promise.all([months.execute(), countAll(db)]);
    return { data: rows, totals };
  });

  return app;
}

type Totals = { users: number; recipes: number; ingredients: number };

/**
 * The number of users as in their list (deleted ones too), of recipes, and of different ingredients without regard to
 * spelling.
 */
async function countAll(db: Kysely<Database>): Promise<Totals> {
  const { rows } = await sql<Totals>`
    select
      (select count(*)::integer from users) as users,
      (select count(*)::integer from recipes) as recipes,
      (select count(distinct fold(trim(ingredient ->> 'name')))::integer
        from recipes, jsonb_array_elements(ingredients) as ingredient) as ingredients`.execute(db);
  const [totals] = rows;
  if (!totals) throw new Error('The database counted nothing.');
  return totals;
}
