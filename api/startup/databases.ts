import type { LogEvent } from 'kysely';
import type { Logger } from 'pino';
import { openDatabase } from '../db/open.ts';
import type { Dependencies } from '../dependencies.ts';
import type { Metrics, PoolName } from '../metrics/metrics.ts';

/** Work in the background waits for as long as a query may take, because it can only fail otherwise. */
const BACKGROUND_POOL_OPTIONS = { connections: 3, waitTimeoutMs: 20_000 };
/** A busy pool must not fail the health check. */
const HEALTH_POOL_OPTIONS = { connections: 1, queryTimeoutMs: 5_000 };

type Options = {
  url: string;
  log: Logger;
  /** Measurements listen to every query. */
  onQuery?: (query: LogEvent) => void;
  metrics?: Pick<Metrics, 'recordWait'> | null;
};

export type Databases = Pick<Dependencies, 'db' | 'backgroundDb' | 'healthDb'> & {
  close: () => Promise<void>;
};

/** The connections of one server (docs/decisions/0027). */
export function openDatabases({ url, log, onQuery, metrics }: Options): Databases {
  const open = (pool: PoolName, options: Parameters<typeof openDatabase>[2]) =>
    openDatabase(url, (error) => log.warn({ err: error }, 'A database connection was lost.'), {
      ...options,
      ...(onQuery && { onQuery }),
      ...(metrics && { onWait: (seconds) => metrics.recordWait(pool, seconds) }),
    });
  const db = open('calls', {});
  const backgroundDb = open('background', BACKGROUND_POOL_OPTIONS);
  const healthDb = open('health', HEALTH_POOL_OPTIONS);
  return {
    db,
    backgroundDb,
    healthDb,
    close: async () => void (await Promise.all([db, backgroundDb, healthDb].map((pool) => pool.destroy()))),
  };
}
