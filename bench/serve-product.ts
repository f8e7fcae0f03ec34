import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Kysely } from 'kysely';
import pino from 'pino';
import { createApp } from '#api/app.ts';
import { type IssuedTokens, openSession } from '#api/auth/sessions.ts';
import { startEmbedded } from '#api/db/embedded/start.ts';
import { migrate } from '#api/db/migrate.ts';
import type { Database } from '#api/db/schema.ts';
import { listen } from '#api/http/server/listen.ts';
import { ensureBuilt } from '#api/site/build.ts';
import { readSite } from '#api/site/files.ts';
import type { SiteFile } from '#api/site/site-file.ts';
import { openDatabases } from '#api/startup/databases.ts';
import { openSandbox } from '#api/startup/stores.ts';
import { addAdministrator } from '#tests/setup/api/people.ts';

export type ServedProduct = AsyncDisposable & {
  origin: string;
  db: Kysely<Database>;
  /** A new session of the one administrator. */
  signIn: () => Promise<IssuedTokens>;
};

type Options = {
  /** For the processes of the database. */
  label: string;
  /** Files beside those of the export. */
  addFiles?: (site: ReadonlyMap<string, SiteFile>) => Iterable<readonly [string, SiteFile]>;
};

const root = fileURLToPath(new URL('..', import.meta.url));

/** The built site and the API on a free port, with a new embedded database that disposing removes. */
export async function serveProduct({ label, addFiles = () => [] }: Options): Promise<ServedProduct> {
  const clock = () => new Date();
  const { signal } = new AbortController();
  const write = (text: string) => void process.stderr.write(text);
  await ensureBuilt({ root, publicApiUrl: '/api/v1', siteUrl: null, signal }, write);
  const site = await readSite(`${root}dist`);

  await using cleanups = new AsyncDisposableStack();
  const dataDir = await mkdtemp(join(tmpdir(), 'mealwright-bench-'));
  cleanups.defer(() => rm(dataDir, { recursive: true, force: true }));
  const log = pino({ level: 'silent' });
  const database = await startEmbedded({ dataDir, label, log, onLost: () => undefined });
  cleanups.defer(database.stop);
  const databases = openDatabases({ url: database.url, log });
  cleanups.defer(databases.close);
  const { db } = databases;
  await migrate(db);
  const app = createApp({
    ...databases,
    log,
    clock,
    stores: openSandbox({ db, clock }),
    mails: { wake: () => undefined },
    imports: { wake: () => undefined },
    bulkChanges: { wake: () => undefined },
    bulkRetries: { wake: () => undefined },
    purchases: { wake: () => undefined },
    appBackendKey: null,
    reminders: false,
    environment: { allowedOrigins: [], publicApiUrl: '/api/v1', trustedProxies: [] },
    site: new Map([...site, ...addFiles(site)]),
  });
  const listener = await listen(app.fetch, '127.0.0.1', 0);
  cleanups.defer(() => listener.close(0));
  const { id: userId } = await addAdministrator(db);
  const kept = cleanups.move();
  return {
    origin: `http://127.0.0.1:${listener.port}`,
    db,
    signIn: () => openSession(db, { userId, rememberMe: true }, clock()),
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}
