import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { StartError } from '../../config/start-error.ts';

/** `url` is the address of the database that the other server runs, if known. */
export class DatabaseInUseError extends StartError {
  override name = 'DatabaseInUseError';
  readonly url: string | null;

  constructor(message: string, url: string | null = null) {
    super(message);
    this.url = url;
  }
}

/** Arbitrary; no other advisory lock uses it. */
const OWNERSHIP_LOCK = 7_262_018;
/** PostgreSQL needs this long to close the connection of a killed server. */
const OWNERSHIP_TIMEOUT_MS = 3_000;

/** Returns the connection of an advisory lock, which ends with the process. Throws DatabaseInUseError. */
export async function takeOwnership(url: string, label: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    // PostgreSQL truncates longer names.
    application_name: label.slice(0, 63),
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  });
  // An error event without a listener would end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    for (const deadline = Date.now() + OWNERSHIP_TIMEOUT_MS; ; await pause(200)) {
      const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [
        OWNERSHIP_LOCK,
      ]);
      if (rows[0]?.locked) return client;
      if (Date.now() > deadline) throw await createInUseError(client, url);
    }
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
}

async function createInUseError(client: pg.Client, url: string): Promise<DatabaseInUseError> {
  const { rows } = await client.query<{ application_name: string }>(
    `select application_name from pg_locks join pg_stat_activity using (pid)
      where locktype = 'advisory' and objid = $1 and granted`,
    [OWNERSHIP_LOCK],
  );
  return new DatabaseInUseError(
    `Another server is already running on this data folder: ${rows[0]?.application_name ?? 'it has just stopped'}.\n` +
      'Stop it first, or choose a different folder with DATA_DIR.',
    url,
  );
}
