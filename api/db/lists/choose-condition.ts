import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '../schema.ts';
import { isShort, matchesKeyword } from './search.ts';
import { COUNT_LIMIT } from './total.ts';

/** Random ones, but the same each time, so that they stay in memory. */
const SAMPLE_PAGES = 100;

/** Times the limit of the count: rows with the same word may stand together in a few of the pages. */
const CERTAIN = 4;

/** Of the rows: with so many, the rows of the other conditions are read sooner than the index of the word. */
const FREQUENT = 0.5;

type Search = {
  table: 'users' | 'recipes' | 'failed_payments';
  keyword: string;
  /** The rows with the keyword, by an index. */
  indexed: RawBuilder<boolean>;
  /** What the rows have beside the keyword. */
  others: RawBuilder<boolean>;
};

/** The quickest condition for the rows with a keyword. Null: more than the limit match all conditions, without a count. */
export async function chooseCondition(
  db: Kysely<Database>,
  { table, keyword, indexed, others }: Search,
): Promise<RawBuilder<boolean> | null> {
  if (!isShort(keyword)) return indexed;
  const unindexed = matchesKeyword(keyword);
  // Not by `reltuples`, which is unknown before the first ANALYZE.
  const fraction = sql`least(1, ${SAMPLE_PAGES} * current_setting('block_size')::double precision
    / greatest(1, pg_relation_size(${table}::regclass)))`;
  const { rows } = await sql<{ expected: number; share: number }>`
    select count(*) filter (where ${unindexed} and ${others}) / ${fraction} as expected,
      count(*) filter (where ${unindexed}) / greatest(1, count(*))::double precision as share
    from ${sql.table(table)} tablesample system (100 * ${fraction}) repeatable (1)`.execute(db);
  const { expected = 0, share = 0 } = rows[0] ?? {};
  if (expected >= CERTAIN * COUNT_LIMIT) return null;
  return share >= FREQUENT ? unindexed : indexed;
}
