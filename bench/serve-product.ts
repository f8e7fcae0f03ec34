import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pino from 'pino';
import { createApp } from '#api/app.ts';
import { type IssuedTokens, openSession } from '#api/auth/sessions.ts';
import { startEmbedded } from '#api/db/embedded/start.ts';
import { createSlowAnswers } from '#api/db/keep-slow-answers.ts';
import { migrate } from '#api/db/migrate.ts';
import type { Db } from '#api/db/schema.ts';
import { fillDemo } from '#api/demo/fill.ts';
import { listen } from '#api/http/listen.ts';
import { ensureBuilt } from '#api/site/build.ts';
import { readSite, type SiteFile } from '#api/site/site-file.ts';
import { openDatabases } from '#api/startup/databases.ts';
import { openSandbox } from '#api/startup/stores.ts';
import { addAdministrator } from '#tests/setup/api/people.ts';

export type Served = AsyncDisposable & {
  origin: string;
  db: Db;
  /** A new session of a new administrator. */
  signIn: () => Promise<IssuedTokens>;
};

const root = fileURLToPath(new URL('..', import.meta.url));
const log = pino({ level: 'silent' });

/** The API on a free port, in this process and without work in the background. The database must be migrated. */
export async function serveApi(
  url: string,
  site: ReadonlyMap<string, SiteFile> = new Map(),
): Promise<Served> {
  const clock = () => new Date();
  const { close, ...databases } = openDatabases({ url, log });
  const { db } = databases;
  const worker = { wake: () => undefined };
  const app = createApp({
    ...databases,
    slowAnswers: createSlowAnswers(clock),
    log,
    clock,
    stores: openSandbox({ db, clock }),
    mails: worker,
    imports: worker,
    bulkChanges: worker,
    bulkRetries: worker,
    purchases: worker,
    refunds: worker,
    appBackendKey: null,
    publicCatalog: true,
    reminders: true,
    secondFactor: 'optional',
    idleMinutes: 0,
    demo: false,
    environment: { allowedOrigins: [], publicApiUrl: '/api/v1', trustedProxies: [] },
    siteUrl: 'http://127.0.0.1',
    site,
  });
  const listener = await listen(app.fetch, { host: '127.0.0.1', port: 0 });
  return {
    origin: `http://127.0.0.1:${listener.port}`,
    db,
    signIn: async () => {
      const { id: userId } = await addAdministrator(db);
      return openSession(db, { userId, rememberMe: true }, clock());
    },
    [Symbol.asyncDispose]: async () => {
      await listener.close(0);
      await close();
    },
  };
}

/** The built site and the API with the data of the demo, on a new embedded database that disposing removes. */
export async function serveDemo(
  label: string,
  moreFiles: Iterable<readonly [string, SiteFile]> = [],
): Promise<Served> {
  const { signal } = new AbortController();
  const write = (text: string) => void process.stderr.write(text);
  await ensureBuilt({ root, publicApiUrl: '/api/v1', siteUrl: null, signal }, write);
  await using cleanups = new AsyncDisposableStack();
  const dataDir = await mkdtemp(join(tmpdir(), 'mealwright-bench-'));
  cleanups.defer(() => rm(dataDir, { recursive: true, force: true }));
  const database = await startEmbedded({ dataDir, label, log, onLost: () => undefined });
  cleanups.defer(database.stop);
  const site = new Map([...(await readSite(`${root}dist`)), ...moreFiles]);
  const served = cleanups.use(await serveApi(database.url, site));
  await migrate(served.db);
  await fillDemo(served.db, { seed: 1, now: new Date(), isRealistic: true });
  const kept = cleanups.move();
  return { ...served, [Symbol.asyncDispose]: () => kept.disposeAsync() };
}
