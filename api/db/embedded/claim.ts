import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { StartError } from '../../config/start-error.ts';

/** Another server has this database, which answers at `url` where that is known. */
export class TakenError extends StartError {
  override name = 'TakenError';
  readonly url: string | null;

  constructor(message: string, url: string | null = null) {
    super(message);
    this.url = url;
  }
}

/** Any number that nothing else in the database locks. */
const LOCK = 7_262_018;
/** Milliseconds a killed server's connection may take to go. */
const PATIENCE = 3_000;

/**
 * Makes us the one server of this database: a lock held by the answered connection, which dies with the process
 * and so is never stale. `label` tells others who holds it. Throws TakenError where another server does, and the
 * connection's own error where the database does not answer.
 */
export async function claim(url: string, label: string): Promise<pg.Client> {
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
    for (const deadline = Date.now() + PATIENCE; ; await pause(200)) {
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

async function refusal(client: pg.Client, url: string): Promise<TakenError> {
  const { rows } = await client.query<{ application_name: string }>(
    `select application_name from pg_locks join pg_stat_activity using (pid)
      where locktype = 'advisory' and objid = $1 and granted`,
    [LOCK],
  );
  return new TakenError(
    `Another server already runs on this data folder: ${rows[0]?.application_name ?? 'just now gone'}.\n` +
      'Stop it first, or choose another folder with DATA_DIR.',
    url,
  );
}
