import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { takePort } from '#tests/setup/api/port.ts';
import { findProgram, giveToPrograms, startProgram } from './program.ts';

export type PgBouncer = {
  /** The address of the same database through PgBouncer. */
  url: string;
  stop: () => Promise<void>;
};

/** PgBouncer in transaction mode before the database at `url`, on a free port. Throws StartError. */
export async function startPgBouncer(
  url: string,
  { connections }: { connections: number },
): Promise<PgBouncer> {
  const program = await findProgram('pgbouncer');
  const server = new URL(url);
  const port = await takePort();
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
; As long as a call waits for a connection in the server.
query_wait_timeout = 5
; After a login that failed: 15 s would refuse every call for that long.
server_login_retry = 1
`,
  );
  giveToPrograms(folder, users, settings);

  const throughPgBouncer = new URL(url);
  throughPgBouncer.host = `127.0.0.1:${port}`;
  const console = new URL(throughPgBouncer);
  console.pathname = 'pgbouncer';
  const running = await startProgram(program, ['--quiet', settings], () => answers(console.href));
  return {
    url: throughPgBouncer.href,
    stop: async () => {
      await running.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Its own console answers without a server behind it. */
async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    await client.query('show version');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}
