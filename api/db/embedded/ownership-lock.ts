import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { StartError } from '../../config/start-error.ts';

/** Another server owns this database, which answers at `url` where that is known. */
export class DatabaseInUseError extends StartError {
  override name = 'TakenError';
  readonly url: string | null;

  constructor(message: string, url: string | null = null) {
    super(message);
    this.url = url;
  }
}

/** An arbitrary key that no other advisory lock uses. */
const LOCK = 7_262_018;
/** Milliseconds until the connection of a killed server is closed. */
const LOCK_TIMEOUT_MS = 3_000;

/**
 * Takes the lock that makes this process the only server of the database. The returned connection holds the lock, which
 * ends with the process and is never stale. `label` names this process to others. Throws DatabaseInUseError where
 * another server has the lock, and the error of the connection where the database does not answer.
 */
export async function takeOwnership(url: string, label: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    // PostgreSQL cuts longer names.
    application_name: label.slice(0, 63),
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  });
  // Until the caller listens: an error without a listener would end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    for (const deadline = Date.now() + LOCK_TIMEOUT_MS; ; await pause(200)) {
      const { rows } = await client.query<{ ours: boolean }>('select pg_try_advisory_lock($1) as ours', [
        LOCK,
      ]);
      if (rows[0]?.ours) return client;
      if (Date.now() > deadline) throw await refusal(client, url);
    }
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
}

async function refusal(client: pg.Client, url: string): Promise<DatabaseInUseError> {
  const { rows } = await client.query<{ application_name: string }>(
    `select application_name from pg_locks join pg_stat_activity using (pid)
      where locktype = 'advisory' and objid = $1 and granted`,
    [LOCK],
  );
  return new DatabaseInUseError(
    `Another server already runs on this data folder: ${rows[0]?.application_name ?? 'just now gone'}.\n` +
      'Stop it first, or choose another folder with DATA_DIR.',
    url,
  );
}
