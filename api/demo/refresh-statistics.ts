import { sql } from 'kysely';
import { DatabaseError } from 'pg';
import { liftTimeLimit } from '../db/role-settings.ts';
import type { Db } from '../db/schema.ts';
import type { Progress } from './progress.ts';

/** https://www.postgresql.org/docs/18/errcodes-appendix.html: query_canceled. */
const TIMED_OUT = '57014';

/** Call it after many new rows: without it PostgreSQL would keep the query plans of the small database. */
export async function refreshStatistics(db: Db, onProgress: (progress: Progress) => void): Promise<void> {
  const { rows: tables } = await sql<{ name: string; bytes: number }>`
    select relname as name, pg_total_relation_size(oid)::double precision as bytes
    from pg_class where relkind = 'r' and relnamespace = quote_ident(current_schema())::regnamespace
    order by bytes`.execute(db);
  const total = tables.reduce((sum, { bytes }) => sum + bytes, 0);
  let done = 0;
  for (const { name, bytes } of tables) {
    onProgress({ stage: 'statistics', done, total });
    await sql`vacuum analyze ${sql.table(name)}`.execute(db).catch(async (error: unknown) => {
      if (!(error instanceof DatabaseError && error.code === TIMED_OUT)) throw error;
      // VACUUM runs in no transaction, so its time limit is the one of the role. Autovacuum does the rest.
      await db.transaction().execute(async (transaction) => {
        await liftTimeLimit(transaction);
        await sql`analyze ${sql.table(name)}`.execute(transaction);
      });
    });
    done += bytes;
  }
  onProgress({ stage: 'statistics', done: total, total });
}
