import { Hono } from 'hono';
import { type Kysely, sql } from 'kysely';
import { STATISTICS_EXPORT_FEATURE } from '#contract/statistics/exports.ts';
import {
  MONTHS_FEATURE,
  NOT_CONVERTED_FEATURE,
  OVERVIEW_FEATURE,
  subscriptionStatistics,
} from '#contract/statistics/list.ts';
import { RECOVERY_OVERVIEW_FEATURE } from '#contract/statistics/overview.ts';
import type { AdminVariables } from '../../auth/require-administrator.ts';
import type { Database } from '../../db/schema.ts';
import type { Dependencies } from '../../dependencies.ts';
import { serve } from '../../http/serve-endpoint.ts';
import { readMonths } from '../../purchases/read-months.ts';
import { states } from '../../recipes/list-recipes.ts';

const features = [
  MONTHS_FEATURE,
  NOT_CONVERTED_FEATURE,
  OVERVIEW_FEATURE,
  RECOVERY_OVERVIEW_FEATURE,
  STATISTICS_EXPORT_FEATURE,
];

/** GET /admin/subscriptions/stats: charges per month in UTC, newest first; revenue in US dollars. */
export function statisticsRoutes({ db, slowAnswers }: Dependencies): Hono<AdminVariables> {
  const app = new Hono<AdminVariables>();
  const read = slowAnswers.keep(async () => ({ data: await readMonths(db), totals: await readTotals(db) }));

  serve(app, subscriptionStatistics, async () => {
    const { answer, ...counted } = await read();
    return { ...answer, ...counted, features };
  });

  return app;
}

type Totals = { users: number; recipes: number; ingredients: number };

/** All users, also deleted ones; published recipes and their ingredients, of which different spellings count as one. */
async function readTotals(db: Kysely<Database>): Promise<Totals> {
  const published = states.published;
  const { rows } = await sql<Totals>`
    select (select count(*)::integer from users) as users,
      (select count(*)::integer from recipes where ${published}) as recipes,
      (select count(distinct fold(btrim(name)))::integer
        from (select distinct item ->> 'name' as name
          from recipes, jsonb_array_elements(ingredients) as item where ${published}) as names) as ingredients`.execute(
    db,
  );
  return rows[0] ?? { users: 0, recipes: 0, ingredients: 0 };
}
