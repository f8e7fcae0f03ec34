import { type AbortableQueryOptions, type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '../schema.ts';
import { COUNT_LIMIT } from './total.ts';

/** Random ones, but the same each time, so that they stay in memory. */
const SAMPLE_PAGES = 100;

/** Times the limit of the count: rows with the same word may stand together in a few of the pages. */
const CERTAIN = 4;

/** Of the rows: with so many, the rows of the other conditions are read sooner than the index of the word. */
const FREQUENT = 0.5;

type Condition = {
  table: 'users' | 'recipes' | 'failed_payments';
  keyword: RawBuilder<boolean>;
  others: RawBuilder<boolean>;
};

/** `uncounted`: so many rows match the whole condition that there are more than the limit, without a count. */
export type Frequency = 'uncounted' | 'frequent' | 'other';

/** How many rows have a short word, by a sample of the table. */
export async function sampleFrequency(
  { db, options }: { db: Kysely<Database>; options: AbortableQueryOptions },
  { table, keyword, others }: Condition,
): Promise<Frequency> {
  // Not by `reltuples`, which is unknown before the first ANALYZE.
  const fraction = sql`least(1, ${SAMPLE_PAGES} * current_setting('block_size')::double precision
    / greatest(1, pg_relation_size(${table}::regclass)))`;
  const { rows } = await sql<{ expected: number; share: number }>`
    select count(*) filter (where ${keyword} and ${others}) / ${fraction} as expected,
      count(*) filter (where ${keyword}) / greatest(1, count(*))::double precision as share
    from ${sql.table(table)} tablesample system (100 * ${fraction}) repeatable (1)`.execute(db, options);
  const { expected = 0, share = 0 } = rows[0] ?? {};
  if (expected >= CERTAIN * COUNT_LIMIT) return 'uncounted';
  return share >= FREQUENT ? 'frequent' : 'other';
}
