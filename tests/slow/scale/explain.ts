import type { CompiledQuery, Kysely } from 'kysely';
import type { Database } from '#api/db/schema.ts';

/** Of the rows of a table. A query may stop early: when a page is full, or a count has reached its limit. */
const MAX_SHARE = 0.75;

type Plan = {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  'Sort Space Type'?: string;
  /** Of a sort, a hash or a list that did not fit into memory. */
  'Temp Written Blocks'?: number;
  Plans?: Plan[];
};

export async function plansOf(db: Kysely<Database>, query: CompiledQuery): Promise<Plan[]> {
  const explain = `explain (analyze, buffers, format json) ${query.sql}`;
  const { rows } = await db.executeQuery<{ 'QUERY PLAN': { Plan: Plan }[] }>({ ...query, sql: explain });
  const flatten = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(flatten)];
  return rows.flatMap((row) => row['QUERY PLAN'].flatMap(({ Plan }) => flatten(Plan)));
}

/** What is wrong with a plan. `sizes`: the rows of each large table. */
export function faultsOf(plan: Plan, sizes: ReadonlyMap<string, number>): string[] {
  const table = plan['Relation Name'];
  const removed = (plan['Rows Removed by Filter'] ?? 0) + (plan['Rows Removed by Index Recheck'] ?? 0);
  const read = (plan['Actual Rows'] + removed) * plan['Actual Loops'];
  const size = sizes.get(table ?? '');
  return [
    ...(size !== undefined && size > 1_000 && read > size * MAX_SHARE
      ? [`${plan['Node Type']} reads ${read} of ${size} ${table}`]
      : []),
    ...(plan['Sort Space Type'] === 'Disk' || (plan['Temp Written Blocks'] ?? 0) > 0
      ? [`${plan['Node Type']} on disk`]
      : []),
  ];
}
