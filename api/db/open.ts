import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Database } from './schema.ts';

/** Shorter than the drain of a stopping server, so that the client gets an answer. */
const STATEMENT_TIMEOUT_MS = 20_000;
const POOL_SIZE = 10;

/** Connects at the first query. `onLost` receives the error of each broken connection. */
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
  // The pool reports no errors of clients in use, and an error without a listener ends the process.
  pool.on('connect', (client) => client.on('error', onLost));
  // Already reported by the listener of the client.
  pool.on('error', () => undefined);
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
}
