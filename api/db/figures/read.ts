import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '../schema.ts';

type MonthFigures = {
  month: string;
  subscription_count: number;
  total_revenue: number;
  not_converted: number;
};

/** Users include deleted ones. Ingredients are those of published recipes; different spellings count as one. */
export async function readFigure(db: Kysely<Database>, name: 'users' | 'ingredients'): Promise<number> {
  const { rows } = await sql<{ count: number }>`select ${figure(name)} as count`.execute(db);
  return rows[0]?.count ?? 0;
}

/** The same inside another query: a list with its total is one round trip. */
export function figure(name: 'users' | 'ingredients'): RawBuilder<number> {
  return sql<number>`(select coalesce(sum(count), 0)::integer from figures where name = ${name})`;
}

/** Payments that were recovered in each month in UTC (`YYYY-MM`), the newest first. */
export async function readRecoveredMonths(db: Kysely<Database>): Promise<{ month: string; count: number }[]> {
  const { rows } = await sql<{ month: string; count: number }>`
    select to_char(month, 'YYYY-MM') as month, sum(count)::integer as count from figures
    where name = 'recovered' group by figures.month having sum(count) > 0 order by figures.month desc`.execute(
    db,
  );
  return rows;
}

/**
 * Charges per month in UTC, newest first. `month` is YYYY-MM; `total_revenue` is in US dollars, without the charges that are
 * `not_converted`.
 */
export async function readMonths(db: Kysely<Database>): Promise<MonthFigures[]> {
  return db
    .selectFrom('figures')
    .where('name', 'in', ['charges', 'not converted'])
    .select([
      sql<string>`to_char(month, 'YYYY-MM')`.as('month'),
      sql<number>`${countOf('charges')}::integer`.as('subscription_count'),
      sql<number>`(sum(cents) / 100.0)::double precision`.as('total_revenue'),
      sql<number>`${countOf('not converted')}::integer`.as('not_converted'),
    ])
    .groupBy('figures.month')
    .having(sql<boolean>`${countOf('charges')} > 0`)
    .orderBy('figures.month', 'desc')
    .execute();
}

function countOf(name: string): RawBuilder<number> {
  return sql<number>`coalesce(sum(count) filter (where name = ${sql.lit(name)}), 0)`;
}
