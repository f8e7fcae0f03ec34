import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { findFreePort } from '#api/db/embedded/postmaster.ts';
import { migrate } from '#api/db/migrate.ts';
import { openDatabase } from '#api/db/open.ts';
import { setRoleSettings } from '#api/db/role-settings.ts';
import { startNginx } from './nginx.ts';
import { startPgBouncer } from './pgbouncer.ts';
import { type RunningProgram, untilReady } from './program.ts';

// Not a `new URL`: where tests have a DOM, Vite would make an address of it.
const root = resolve(import.meta.dirname, '../../..');
const SERVERS = 3;
/** Of one server, as docs/operations.md says: its calls, its exports and background work, its health check. */
const CONNECTIONS_PER_SERVER = 14;

export type ScaledProduct = {
  /** Of nginx. */
  origin: string;
  port: number;
  /** Shared by the servers, with the mails. */
  dataDir: string;
  servers: readonly RunningProgram[];
  stop: () => Promise<void>;
};

type Options = {
  /** Of PostgreSQL itself. */
  databaseUrl: string;
  /** The built export, which nginx serves. */
  siteFolder: string;
  /** Three unless told otherwise. */
  servers?: number;
  /** More variables for the servers. */
  env?: Record<string, string>;
};

/** Three API processes on one database, behind nginx and PgBouncer in transaction mode. Throws StartError. */
export async function startScaledProduct({
  databaseUrl,
  siteFolder,
  servers: count = SERVERS,
  env = {},
}: Options): Promise<ScaledProduct> {
  await prepareDatabase(databaseUrl);
  await using cleanups = new AsyncDisposableStack();
  const pgBouncer = await startPgBouncer(databaseUrl, { connections: count * CONNECTIONS_PER_SERVER });
  cleanups.defer(pgBouncer.stop);
  const dataDir = await mkdtemp(join(tmpdir(), 'mealwright-scale-'));
  cleanups.defer(() => rm(dataDir, { recursive: true, force: true }));
  const port = await findFreePort();
  const origin = `http://127.0.0.1:${port}`;
  const ports = await Promise.all(Array.from({ length: count }, findFreePort));
  const shared = {
    DATA_DIR: dataDir,
    SITE_URL: origin,
    TRUSTED_PROXIES: '127.0.0.1',
    ...env,
    DATABASE_URL: pgBouncer.url,
  };
  const servers = await Promise.all(ports.map((own) => startApi({ ...shared, PORT: String(own) })));
  for (const { stop } of servers) cleanups.defer(stop);
  const nginx = await startNginx({ port, siteFolder, ports });
  cleanups.defer(nginx.stop);
  const kept = cleanups.move();
  return { origin, port, dataDir, servers, stop: () => kept.disposeAsync() };
}

/** The first start, without the pooler, as docs/scale.md says: its connections then have the settings of the role. */
async function prepareDatabase(url: string): Promise<void> {
  const db = openDatabase(url, () => undefined, { connections: 1 });
  try {
    await migrate(db);
    await setRoleSettings(db);
  } finally {
    await db.destroy();
  }
}

/** One API process without the site. Throws StartError. */
export async function startApi(env: Record<string, string> & { PORT: string }): Promise<RunningProgram> {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, ['api/start.mjs'], {
    cwd: root,
    env: { PATH, HOME, API_ONLY: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return untilReady(child, () =>
    fetch(`http://127.0.0.1:${env.PORT}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
}
