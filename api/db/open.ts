import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Database } from './schema.ts';

/** Milliseconds a statement may take: less than a stopping server waits, so that whoever asked gets an answer. */
const STATEMENT_TIMEOUT = 20_000;
/** Connections one server holds at most. */
const POOL_SIZE = 10;

/**
 * A pool of connections to `url` (`postgres://…`). Nothing is connected until the first query.
 * An idle connection that breaks is dropped and reported to `onLost`; the next query opens a new one.
 */
export function openDatabase(
  url: string,
  onLost: (error: Error) => void,
  { connections = POOL_SIZE, statementTimeout = STATEMENT_TIMEOUT } = {},
): Kysely<Database> {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: 5_000,
    statement_timeout: statementTimeout,
    application_name: 'mealwright-api',
  });
  // A client that is checked out reports to nobody else, and an error without a listener ends the process.
  pool.on('connect', (client) => client.on('error', onLost));
  // Idle clients are reported above.
  pool.on('error', () => undefined);
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
}
