import { Kysely, type LogEvent, PostgresAdapter, PostgresDialect } from 'kysely';
import pg from 'pg';
import { BusyError } from '../http/problem.ts';
import type { Database, Db } from './schema.ts';

const POOL_SIZE = 10;
/** Queries that wait for a connection. With one query of 10 ms on each, the last of them waits half a second. */
const MAX_WAITING = 500;
const WAIT_TIMEOUT_MS = 5_000;

const pools = new WeakMap<Db, pg.Pool>();

type Options = {
  connections?: number;
  /** How long a query waits for a connection. */
  waitTimeoutMs?: number;
  /** Without an answer for this time a query fails here; PostgreSQL may still work on it. */
  queryTimeoutMs?: number;
  /** Measurements listen to every query. */
  onQuery?: (query: LogEvent) => void;
  /** Told how long each query waited for a connection, in seconds; null: it got none in time. */
  onWait?: (seconds: number | null) => void;
};

/** The name of our connections in `pg_stat_activity`. */
export const APPLICATION_NAME = 'mealwright-api';

/**
 * Connects at the first query. `onLost` receives the error of each broken connection. Queries throw BusyError instead of
 * waiting without end. A connection sets nothing but its name, so PgBouncer in transaction mode may stand between.
 */
export function openDatabase(
  url: string,
  onLost: (error: Error) => void,
  { connections = POOL_SIZE, waitTimeoutMs = WAIT_TIMEOUT_MS, queryTimeoutMs, onQuery, onWait }: Options = {},
): Db {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: waitTimeoutMs,
    application_name: APPLICATION_NAME,
    ...(queryTimeoutMs === undefined ? {} : { query_timeout: queryTimeoutMs }),
  });
  // The pool reports no errors of clients in use, and an error without a listener ends the process.
  pool.on('connect', (client) =>
    client.on('error', (error) => {
      // A database that stops may end a connection before it reads that this end closes it.
      if (!pool.ending) onLost(error);
    }),
  );
  // The listener of the client has reported it already.
  pool.on('error', () => undefined);
  const db = new Kysely<Database>({
    dialect: new Dialect({
      pool: {
        connect: () => connect(pool, { onWait, queryTimeoutMs }),
        end: () => pool.end(),
        options: pool.options,
      },
    }),
    ...(onQuery ? { log: onQuery } : {}),
  });
  pools.set(db, pool);
  return db;
}

/** Throws BusyError if too many queries wait, or this one has waited too long. */
async function connect(
  pool: pg.Pool,
  { onWait, queryTimeoutMs }: { [Name in 'onWait' | 'queryTimeoutMs']: Options[Name] | undefined },
): Promise<pg.PoolClient> {
  const start = performance.now();
  try {
    if (pool.waitingCount >= MAX_WAITING) throw new BusyError('Too many queries wait.');
    const client = await pool.connect().catch((error: unknown) => {
      throw isWaitTimeout(error) ? new BusyError('No connection became free.', { cause: error }) : error;
    });
    onWait?.((performance.now() - start) / 1_000);
    if (queryTimeoutMs !== undefined) closeUnanswered(client);
    return client;
  } catch (error) {
    if (error instanceof BusyError) onWait?.(null);
    throw error;
  }
}

/**
 * A query that failed by `queryTimeoutMs` still waits for its answer, and each later one on this connection would wait
 * behind it: after a failover for as long as TCP does. So the pool gets a connection back only when it can be used.
 */
function closeUnanswered(client: pg.PoolClient): void {
  const { release } = client;
  client.release = (error) => release(error || ('readyForQuery' in client && !client.readyForQuery));
}

/** The connections of the pool of `db`, and how many queries wait for one. Throws unless `openDatabase` opened it. */
export function describePool(db: Db): { total: number; idle: number; waits: number } {
  const pool = pools.get(db);
  if (!pool) throw new Error('This database was not opened by openDatabase.');
  return { total: pool.totalCount, idle: pool.idleCount, waits: pool.waitingCount };
}

/** The query waited too long in the line of our pool, or of a pooler. */
const WAIT_TIMEOUTS = [
  'timeout exceeded when trying to connect',
  'Connection terminated due to connection timeout',
];

/** pg-pool gives its errors neither a class nor a code. */
function isWaitTimeout(error: unknown): boolean {
  return error instanceof Error && WAIT_TIMEOUTS.includes(error.message);
}

/**
 * Kysely's lock of migrations belongs to a session, and stays there when a migration fails: behind a pooler every later
 * start would wait for it. `migrate` takes a lock that ends with its transaction.
 */
class AdapterWithoutLocks extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {}
  override async releaseMigrationLock(): Promise<void> {}
}

class Dialect extends PostgresDialect {
  override createAdapter(): PostgresAdapter {
    return new AdapterWithoutLocks();
  }
}

type OneConnection = { client: pg.PoolClient; db: Db };

/**
 * One connection of `db`, as the client of the driver and as Kysely: COPY needs the client, inside a transaction of
 * Kysely. Throws unless `db` comes from `openDatabase`.
 */
export async function withConnection<Result>(
  db: Db,
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
