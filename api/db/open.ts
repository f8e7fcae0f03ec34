import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Database } from './schema.ts';

/**
 * Milliseconds until a statement is cancelled: less than a stopping server waits, so that the client gets an answer.
 */
const STATEMENT_TIMEOUT_MS = 20_000;
/** The most connections of one server. */
const POOL_SIZE = 10;

/**
 * A pool of connections to `url` (`postgres://…`). Nothing is connected until the first query.
 * An idle connection that breaks is dropped and reported to `onLost`; the next query opens a new one.
 */
export function openDatabase(
  url: string,
  onLost: (error: Error) => void,
  { connections = POOL_SIZE, statementTimeoutMs = STATEMENT_TIMEOUT_MS } = {},
): Kysely<Database> {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: 5_000,
    statement_timeout: statementTimeoutMs,
    application_name: 'mealwright-api',
  });
  // The pool does not report errors of a client in use, and an error without a listener ends the process.
  pool.on('connect', (client) => client.on('error', onLost));
  // Idle clients are reported above.
  pool.on('error', () => undefined);
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
}
