import { type AbortableQueryOptions, type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '../schema.ts';

/** The newest rows tell how frequent a short word is. The index of a frequent one would list too many rows. */
const SAMPLE_ROWS = 2_000;
const FREQUENT_SHARE = 0.05;

type Sample = {
  table: 'users' | 'recipes';
  /** The rows of the index of the newest, if it has not all. */
  walked?: RawBuilder<boolean>;
  where: RawBuilder<boolean>;
};

export async function isFrequentAmongNewest(
  { db, options }: { db: Kysely<Database>; options: AbortableQueryOptions },
  { table, walked, where }: Sample,
): Promise<boolean> {
  const { rows } = await sql<{ hits: number }>`
    select count(*)::integer as hits
    from (select search_text from ${sql.table(table)} where ${walked ?? sql`true`}
      order by created_at desc, id desc limit ${SAMPLE_ROWS}) as newest
    where ${where}`.execute(db, options);
  return (rows[0]?.hits ?? 0) >= SAMPLE_ROWS * FREQUENT_SHARE;
}
