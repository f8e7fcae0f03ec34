import { setTimeout as pause } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import type { Logger } from 'pino';
import { ClientLeftError } from '../../http/stop-with-client.ts';
import { isTimeout } from '../is-timeout.ts';
import type { Database } from '../schema.ts';

/** Together a call waits this long for the replica. On one network a replica lags a few milliseconds. */
const MAX_WAIT_MS = 200;
const POLL_INTERVAL_MS = 5;
/** After a failure, so that not every call waits for a replica that is down. */
const SKIPPED_MS = 10_000;

/** Reads that no write follows. They find whatever was committed before they began, on the replica too. */
export type Reads = {
  /** `read` may run twice: first on the replica and, if that fails, on the main database. */
  run: <Result>(read: (db: Kysely<Database>) => Promise<Result>) => Promise<Result>;
  /** For a read in several steps: the replica, or the main database if the replica is not ready. */
  choose: () => Promise<Kysely<Database>>;
};

type Options = {
  main: Kysely<Database>;
  /** null: every read goes to the main database. */
  replica: Kysely<Database> | null;
  clock: () => Date;
  log: Logger;
};

/** docs/decisions/0017 says which reads these are. */
export function createReads({ main, replica, clock, log }: Options): Reads {
  if (!replica) return { run: (read) => read(main), choose: async () => main };
  let skippedUntil = 0;

  const skip = (error: unknown) => {
    skippedUntil = clock().getTime() + SKIPPED_MS;
    log.warn({ err: error }, 'the replica is not used for a while; its reads go to the main database');
  };
  const choose = async () => {
    if (clock().getTime() < skippedUntil) return main;
    const position = await readPosition(main);
    try {
      await waitUntilReplayed(replica, position);
      return replica;
    } catch (error) {
      skip(error);
      return main;
    }
  };
  return {
    choose,
    run: async (read) => {
      const chosen = await choose();
      try {
        return await read(chosen);
      } catch (error) {
        if (chosen === main || error instanceof ClientLeftError || isTimeout(error)) throw error;
        skip(error);
        return await read(main);
      }
    },
  };
}

/** Of the last committed change in the log of the main database: every acknowledged write comes before it. */
async function readPosition(main: Kysely<Database>): Promise<string> {
  const { rows } = await sql<{ position: string }>`select pg_current_wal_flush_lsn() as position`.execute(
    main,
  );
  return rows[0]?.position ?? '';
}

/** Throws if the replica does not answer in time, lags too much or is none. */
async function waitUntilReplayed(replica: Kysely<Database>, position: string): Promise<void> {
  const deadline = performance.now() + MAX_WAIT_MS;
  do {
    const found = await Promise.race([hasReplayed(replica, position), pause(MAX_WAIT_MS, null)]);
    if (found) return;
    await pause(POLL_INTERVAL_MS);
  } while (performance.now() < deadline);
  throw new Error('The replica does not answer, or lags.');
}

async function hasReplayed(replica: Kysely<Database>, position: string): Promise<boolean> {
  const { rows } = await sql<{ isCurrent: boolean | null }>`
    select pg_last_wal_replay_lsn() >= ${position}::pg_lsn as "isCurrent"`.execute(replica);
  if (rows[0]?.isCurrent === null) throw new Error('The database of DATABASE_READ_URL is no replica.');
  return rows[0]?.isCurrent ?? false;
}
