import { type AbortableQueryOptions, type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '../schema.ts';
import { COUNT_LIMIT } from './total.ts';

/** The newest rows tell how frequent a short word is. */
const SAMPLE_ROWS = 2_000;

/**
 * Of the rows: if so many match, reading the table up to the limit of the count is quicker than the index of the word.
 * Measured at a million users (docs/decisions/0015); the rows of recipes are long.
 */
const MIN_SHARES = { users: 0.15, failed_payments: 0.15, recipes: 0.5 } as const;

type Sample = {
  table: keyof typeof MIN_SHARES;
  /** The rows of the index of the newest, if it has not all. */
  walked?: RawBuilder<boolean>;
  where: RawBuilder<boolean>;
};

/** Whether a short word is counted by reading the table instead of an index. */
export async function isFrequentAmongNewest(
  { db, options }: { db: Kysely<Database>; options: AbortableQueryOptions },
  { table, walked, where }: Sample,
): Promise<boolean> {
  const { rows } = await sql<{ hits: number; size: number }>`
    select count(*)::integer as hits,
      (select reltuples::integer from pg_class where oid = ${table}::regclass) as size
    from (select search_text from ${sql.table(table)} where ${walked ?? sql`true`}
      order by created_at desc, id desc limit ${SAMPLE_ROWS}) as newest
    where ${where}`.execute(db, options);
  const { hits = 0, size = 0 } = rows[0] ?? {};
  const share = hits / SAMPLE_ROWS;
  // Of fewer matches the whole table would be read, unless it is small.
  const isReadInPart = size * share > COUNT_LIMIT || size < 2 * COUNT_LIMIT;
  return share >= MIN_SHARES[table] && isReadInPart;
}
