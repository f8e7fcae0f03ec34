import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { findFreePort } from '#api/db/embedded/postmaster.ts';
import { findProgram, giveToPrograms, startProgram } from './program.ts';

export type PgBouncer = {
  /** The address of the same database through PgBouncer. */
  url: string;
  /** A command of its console, as `RECONNECT` or `SHOW POOLS`. */
  command: (text: string) => Promise<Record<string, unknown>[]>;
  stop: () => Promise<void>;
};

/** PgBouncer in transaction mode before the database at `url`, on a free port. Throws StartError. */
export async function startPgBouncer(
  url: string,
  { connections }: { connections: number },
): Promise<PgBouncer> {
  const program = await findProgram('pgbouncer');
  const server = new URL(url);
  const port = await findFreePort();
  const folder = await mkdtemp(join(tmpdir(), 'mealwright-pgbouncer-'));
  const users = join(folder, 'users.txt');
  const settings = join(folder, 'pgbouncer.ini');
  await writeFile(users, `"${server.username}" "${decodeURIComponent(server.password)}"\n`, { mode: 0o600 });
  await writeFile(
    settings,
    `[databases]
* = host=${server.hostname} port=${server.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
admin_users = ${server.username}
pool_mode = transaction
default_pool_size = ${connections}
max_client_conn = 1000
`,
  );
  giveToPrograms(folder, users, settings);

  const throughPgBouncer = new URL(url);
  throughPgBouncer.host = `127.0.0.1:${port}`;
  const console = new URL(throughPgBouncer);
  console.pathname = 'pgbouncer';
  const command = async (text: string) => {
    const client = new pg.Client({ connectionString: console.href });
    await client.connect();
    try {
      return (await client.query(text)).rows;
    } finally {
      await client.end();
    }
  };
  const isReady = () =>
    command('show version').then(
      () => true,
      () => false,
    );
  const running = await startProgram(program, ['--quiet', settings], isReady);
  return {
    url: throughPgBouncer.href,
    command,
    stop: async () => {
      await running.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
