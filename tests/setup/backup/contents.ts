import { sql } from 'kysely';
import { readTables } from '#api/db/backup/tables.ts';
import type { Db } from '#api/db/schema.ts';

/** By table or sequence: its rows in any order, as their number and a hash, or its last value. */
export type Contents = Record<string, string>;

/** Every row of every table. */
export async function readContents(db: Db): Promise<Contents> {
  const contents: Contents = {};
  for (const name of (await readTables(db)).names) {
    const { rows } = await sql<{ rows: string; hash: string }>`
      select count(*) as rows, coalesce(sum(hashtextextended(one::text, 0)), 0) as hash
      from ${sql.table(name)} as one`.execute(db);
    contents[name] = `${rows[0]?.rows} rows, ${rows[0]?.hash}`;
  }
  const { rows: sequences } = await sql<{ name: string; last: string | null }>`
    select sequencename as name, last_value as last from pg_sequences
    where schemaname = current_schema() order by name`.execute(db);
  for (const { name, last } of sequences) contents[name] = `at ${last}`;
  return contents;
}

/** What a restored database should have: everything but the numbers of the catalog, which starts again. */
export function withoutCatalogNumbers({ catalog_floor, catalog_changes, ...others }: Contents): Contents {
  return others;
}
