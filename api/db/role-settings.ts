import { sql, type Transaction } from 'kysely';
import type { Database, Db } from './schema.ts';

/** Arbitrary; no other advisory lock uses it. */
const SETTINGS_LOCK = 7_262_022;

const settings: Readonly<Record<string, string>> = {
  // Shorter than the drain of a stopping server, so that the client gets an answer.
  statement_timeout: '20s',
  // A server that hangs in a transaction must not hold its locks.
  idle_in_transaction_session_timeout: '60s',
  // One call must not take every core from the others.
  max_parallel_workers_per_gather: '0',
};

/**
 * Writes the settings of new connections to our role in this database. A pooler such as PgBouncer refuses them as
 * parameters of a connection, and what a session sets there is the next one's too.
 */
export async function setRoleSettings(db: Db): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(${SETTINGS_LOCK})`.execute(transaction);
    const { rows } = await sql<{ present: string[]; role: string; database: string }>`
      select current_user as role, datname as database, coalesce(setconfig, '{}') as present
      from pg_database left join pg_db_role_setting
        on setdatabase = pg_database.oid and setrole = current_user::regrole
      where datname = current_database()`.execute(transaction);
    const [found] = rows;
    if (!found) throw new Error('The database does not know its own name.');
    const target = sql`role ${sql.id(found.role)} in database ${sql.id(found.database)}`;
    for (const [name, value] of Object.entries(settings)) {
      if (found.present.includes(`${name}=${value}`)) continue;
      await sql`alter ${target} set ${sql.id(name)} = ${sql.lit(value)}`.execute(transaction);
    }
  });
}

/** Long work needs it, until the end of the transaction: a pooler would give what a session sets to another call. */
export async function liftTimeLimit(transaction: Transaction<Database>): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(transaction);
}
