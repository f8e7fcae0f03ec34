import { Kysely, type LogEvent, PostgresDialect } from 'kysely';
import pg from 'pg';
import { BusyError } from '../http/busy-error.ts';
import { nameStatements } from './named-statements.ts';
import { createCancelClient } from './pooler/cancel-client.ts';
import { PooledDialect } from './pooler/dialect.ts';
import type { Database } from './schema.ts';

export const POOL_SIZE = 10;
/** So many exports run at once; the next one waits, and then answers 503. */
export const EXPORT_POOL_OPTIONS = { connections: 3 };
/** Queries that wait for a connection. With one query of 10 ms on each, the last of them waits half a second. */
const MAX_WAITING = 500;
const WAIT_TIMEOUT_MS = 5_000;

const pools = new WeakMap<Kysely<Database>, pg.Pool>();

type Options = {
  connections?: number;
  /** Set on each connection, so not behind a pooler, whose connections are shared. By default the role's setting. */
  statementTimeoutMs?: number;
  /** Without an answer for this time a query fails here; PostgreSQL may still work on it. */
  queryTimeoutMs?: number;
  /** Repeated queries are prepared. Not behind a pooler in transaction mode. */
  isPreparing?: boolean;
  /** For measurements. */
  onQuery?: (query: LogEvent) => void;
};

/**
 * Connects at the first query. `onLost` receives the error of each broken connection, and of one that could not cancel a
 * query. Queries throw BusyError.
 */
export function openDatabase(
  url: string,
  onLost: (error: Error) => void,
  { connections = POOL_SIZE, statementTimeoutMs, queryTimeoutMs, isPreparing = false, onQuery }: Options = {},
): Kysely<Database> {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: WAIT_TIMEOUT_MS,
    application_name: 'mealwright-api',
    ...(queryTimeoutMs === undefined ? {} : { query_timeout: queryTimeoutMs }),
  });
  pool.on('connect', (client) => {
    // The pool reports no errors of clients in use, and an error without a listener ends the process.
    client.on('error', onLost);
    if (statementTimeoutMs === undefined) return;
    // Before the first query of the connection. If it fails, so does that one.
    client.query(`set statement_timeout = ${statementTimeoutMs}`).catch(onLost);
  });
  // Already reported by the listener of the client.
  pool.on('error', () => undefined);
  const db = new Kysely<Database>({
    dialect: new PooledDialect(
      { pool: limitWaiting(pool, { isPreparing }), controlClient: createCancelClient(pool) },
      onLost,
    ),
    ...(onQuery ? { log: onQuery } : {}),
  });
  pools.set(db, pool);
  return db;
}

/** The parts of a pool that Kysely uses. Throws BusyError instead of waiting without end. */
function limitWaiting(pool: pg.Pool, { isPreparing }: { isPreparing: boolean }) {
  const prepare = isPreparing ? nameStatements() : (client: pg.PoolClient) => client;
  return {
    options: pool.options,
    end: () => pool.end(),
    connect: async () => {
      if (pool.waitingCount >= MAX_WAITING) throw new BusyError('Too many queries wait.');
      try {
        return prepare(await pool.connect());
      } catch (error) {
        throw isWaitTimeout(error) ? new BusyError('No connection became free.', { cause: error }) : error;
      }
    },
  };
}

/** In the line of our pool, or of a pooler. */
const WAIT_TIMEOUTS = [
  'timeout exceeded when trying to connect',
  'Connection terminated due to connection timeout',
];

/** pg-pool gives its errors neither a class nor a code. */
function isWaitTimeout(error: unknown): boolean {
  return error instanceof Error && WAIT_TIMEOUTS.includes(error.message);
}

type OneConnection = { client: pg.PoolClient; db: Kysely<Database> };

/**
 * One connection of `db`, as the client of the driver and as Kysely: COPY needs the client, inside a transaction of
 * Kysely. Throws unless `db` comes from `openDatabase`.
 */
export async function withConnection<Result>(
  db: Kysely<Database>,
  work: (connection: OneConnection) => Promise<Result>,
): Promise<Result> {
  const client = await pools.get(db)?.connect();
  if (!client) throw new Error('This database was not opened by openDatabase.');
  let isBroken = false;
  const reserved = {
    query: client.query.bind(client),
    release: (destroy?: unknown) => {
      isBroken ||= destroy === true;
    },
  };
  const pool = { connect: async () => reserved, end: async () => undefined, options: {} };
  try {
    return await work({ client, db: new Kysely<Database>({ dialect: new PostgresDialect({ pool }) }) });
  } finally {
    client.release(isBroken);
  }
}
