import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../schema.ts';

type List<Row> = {
  /** A query for the ids of the whole list, in its order. */
  ids: RawBuilder<{ id: number }>;
  /** It may return them in any order. */
  readRows: (snapshot: Db, ids: readonly number[]) => Promise<Row[]>;
  /** The rows of a page, and all that is in memory of the list. */
  pageSize: number;
};

/**
 * A whole list in its order, from a cursor in one snapshot: a change meanwhile neither repeats nor skips a row. Holds its
 * connection until the last page or `return()`.
 */
export async function* readSnapshotPages<Row extends { id: number }>(
  db: Db,
  { ids: listIds, readRows, pageSize }: List<Row>,
): AsyncGenerator<Row[]> {
  const snapshot = await db
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute();
  try {
    // The cursor has only ids: where no index has the order, PostgreSQL sorts these and not the rows.
    await sql`declare list_ids no scroll cursor for ${listIds}`.execute(snapshot);
    for (;;) {
      const fetched = await sql<{ id: number }>`fetch ${sql.lit(pageSize)} from list_ids`.execute(snapshot);
      if (fetched.rows.length === 0) return;
      const ids = fetched.rows.map(({ id }) => id);
      const byId = new Map((await readRows(snapshot, ids)).map((row) => [row.id, row]));
      yield ids.flatMap((id) => byId.get(id) ?? []);
    }
  } finally {
    // The connection may be lost, which the query has said already. It is released anyway.
    await snapshot
      .rollback()
      .execute()
      .catch(() => undefined);
  }
}
