import type { CompiledQuery } from 'kysely';
import type { Db } from '#api/db/schema.ts';

type Plan = {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: Plan[];
};

/** Every node of the plan by which a query was executed. */
export async function plansOf(db: Db, query: CompiledQuery): Promise<Plan[]> {
  const explain = `explain (analyze, buffers, format json) ${query.sql}`;
  const { rows } = await db.executeQuery<{ 'QUERY PLAN': { Plan: Plan }[] }>({ ...query, sql: explain });
  const flatten = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(flatten)];
  return rows.flatMap((row) => row['QUERY PLAN'].flatMap(({ Plan }) => flatten(Plan)));
}
