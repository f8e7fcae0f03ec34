import type { LogEvent } from 'kysely';
import type { Logger } from 'pino';
import { EXPORT_POOL_OPTIONS, openDatabase } from '../db/open.ts';
import { createReads } from '../db/replica/reads.ts';
import type { Dependencies } from '../dependencies.ts';

/** A busy pool must not fail the health check. */
const HEALTH_POOL_OPTIONS = { connections: 1, queryTimeoutMs: 5_000 };

type Options = {
  url: string;
  /** Of the replica; null: every read goes to `url`. */
  readUrl: string | null;
  isPreparing: boolean;
  clock: () => Date;
  log: Logger;
  /** For measurements. */
  onQuery?: (query: LogEvent) => void;
};

export type Databases = Pick<Dependencies, 'db' | 'reads' | 'healthDb' | 'exportReads'> & {
  close: () => Promise<void>;
};

/**
 * The connections of one server (docs/decisions/0027). Lists, searches and statistics have as many of their own as all
 * other calls: those that take long leave the others alone.
 */
export function openDatabases({ url, readUrl, isPreparing, clock, log, onQuery }: Options): Databases {
  const open = (address: string, options: Parameters<typeof openDatabase>[2]) =>
    openDatabase(address, (error) => log.warn({ err: error }, 'A database connection was lost.'), {
      ...options,
      ...(onQuery ? { onQuery } : {}),
    });
  const openReads = (options: Parameters<typeof openDatabase>[2]) => {
    const main = open(url, options);
    const replica = readUrl === null ? null : open(readUrl, options);
    return { reads: createReads({ main, replica, clock, log }), pools: [main, replica] };
  };
  const db = open(url, { isPreparing });
  const healthDb = open(url, HEALTH_POOL_OPTIONS);
  const listing = openReads({ isPreparing });
  const exporting = openReads(EXPORT_POOL_OPTIONS);
  const pools = [db, healthDb, ...listing.pools, ...exporting.pools];
  return {
    db,
    healthDb,
    reads: listing.reads,
    exportReads: exporting.reads,
    close: async () => void (await Promise.all(pools.map((pool) => pool?.destroy()))),
  };
}
