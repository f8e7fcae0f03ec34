import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { findPlaceholders, isPublicSite } from '#brand/placeholders.ts';
import { createApp, createStartingApp } from '../app.ts';
import { type Environment, getLocalUrl } from '../config/environment.ts';
import { getErrorMessage, StartError } from '../config/start-error.ts';
import { startEmbedded } from '../db/embedded/start.ts';
import { createSlowAnswers } from '../db/keep-slow-answers.ts';
import { migrate } from '../db/migrate.ts';
import { openDatabase } from '../db/open.ts';
import { setRoleSettings } from '../db/role-settings.ts';
import type { Db } from '../db/schema.ts';
import { tellStory } from '../demo/story.ts';
import type { Dependencies } from '../dependencies.ts';
import { listen } from '../http/listen.ts';
import type { FetchHandler } from '../http/node-server.ts';
import { createMailComposer } from '../mail/compose-mail.ts';
import { createTransportFor, outboxFolder } from '../mail/transport.ts';
import { createMetrics, type Metrics } from '../metrics/metrics.ts';
import { reconcile } from '../purchases/reconcile.ts';
import { openSite } from '../site/build.ts';
import { renderBanner } from './banner.ts';
import { openDatabases } from './databases.ts';
import { ensureFirstAdministrator, fillDemoIfEmpty } from './first-start.ts';
import { repeat, runHousekeeping } from './housekeeping.ts';
import { openSandbox, openStores } from './stores.ts';
import { startWorkers } from './workers.ts';

export type ServerOptions = {
  environment: Environment;
  log: Logger;
  write: (text: string) => void;
  stopping: AbortSignal;
  abortDrain: AbortSignal;
  /** Called if the embedded database cannot be restarted. */
  onLost: (error: unknown) => void;
};

const DRAIN_TIMEOUT_MS = 25_000;
const CLOSE_TIMEOUT_MS = 1_000;

/** Prometheus waits for ten seconds by default. */
const SCRAPE_QUERY_TIMEOUT_MS = 3_000;

const HOUSEKEEPING_INTERVAL_MS = 3_600_000;

const root = fileURLToPath(new URL('../..', import.meta.url));

/** 503 until the start is complete. Disposing stops the parts in reverse order. Throws StartError. */
export async function startServer(options: ServerOptions): Promise<AsyncDisposableStack> {
  const { environment, log, write, stopping, abortDrain } = options;
  const { host, port, apiOnly, publicApiUrl, builtSiteUrl } = environment;
  await using cleanups = new AsyncDisposableStack();
  // First: finds a used port early, and health checks get an answer.
  let handler: FetchHandler = createStartingApp(log).fetch;
  const listener = await listen((request, env) => handler(request, env), { host, port });
  cleanups.defer(() => listener.close(CLOSE_TIMEOUT_MS));
  const metrics = await serveMetrics(environment, cleanups);
  stopping.throwIfAborted();

  const build = { root, publicApiUrl, siteUrl: builtSiteUrl, signal: stopping };
  const site = apiOnly ? new Map() : await openSite(build, write);

  const url = environment.databaseUrl ?? (await startOwnDatabase(options, cleanups));
  stopping.throwIfAborted();

  await prepareDatabase(url, environment.databaseUrl === null ? environment.dataDir : null, log);
  stopping.throwIfAborted();
  const clock = () => new Date();
  const { close, ...databases } = openDatabases({ url, log, metrics });
  const { db, backgroundDb } = databases;
  // A hanging query must not delay the stop; its connection closes with the database.
  cleanups.defer(() => Promise.race([close(), pause(CLOSE_TIMEOUT_MS)]));
  const isNewDemo = await fillDemoIfEmpty(db, environment, new Date());
  stopping.throwIfAborted();

  const transport = createTransportFor(environment, log);
  // The last step that may fail, because the banner shows a new password only once.
  const administrator = await ensureFirstAdministrator(db, environment);
  const stores = await openStores(environment, { db, clock, log });
  if (isNewDemo) {
    // The banner must show the new password, whatever happens to the story.
    await tellStory({ db, clock, stores: openSandbox({ db, clock }), log }).catch((error) =>
      log.error({ err: error }, 'The demo has no story; everything else works.'),
    );
  }
  const slowAnswers = createSlowAnswers(clock);
  const { mails, imports, bulkChanges, bulkRetries, purchases, refunds, stop } = startWorkers({
    db: backgroundDb,
    stores,
    transport,
    clock,
    log,
    compose: createMailComposer({
      db: backgroundDb,
      siteUrl: environment.siteUrl,
      publicApiUrl: environment.publicApiUrl,
      googlePackage: environment.google?.packageName ?? null,
      reminders: environment.reminders,
    }),
    publicApiUrl,
    siteUrl: environment.siteUrl,
    slowAnswers,
  });
  cleanups.defer(stop);
  const housekeeping = repeat(
    HOUSEKEEPING_INTERVAL_MS,
    async () => {
      await runHousekeeping(backgroundDb, clock(), log);
      await reconcile({ db: backgroundDb, stores, clock, log });
      purchases.wake();
    },
    (error) => log.error({ err: error }, 'Housekeeping failed; the next round tries again.'),
  );
  cleanups.defer(housekeeping.stop);
  const dependencies = {
    ...databases,
    slowAnswers,
    log,
    clock,
    stores,
    mails,
    imports,
    bulkChanges,
    bulkRetries,
    purchases,
    refunds,
    appBackendKey: environment.appBackendKey,
    publicCatalog: environment.publicCatalog,
    reminders: environment.reminders,
    secondFactor: environment.secondFactor,
    idleMinutes: environment.idleMinutes,
    demo: environment.demo,
    environment,
    siteUrl: environment.siteUrl,
    site,
  };
  if (metrics) watchDatabase(metrics, { url, dependencies }, cleanups);
  const app = createApp(dependencies, metrics?.measureRequest);
  cleanups.defer(() => listener.drain(AbortSignal.any([abortDrain, AbortSignal.timeout(DRAIN_TIMEOUT_MS)])));
  handler = app.fetch;
  write(
    renderBanner({
      address: apiOnly ? environment.siteUrl : getLocalUrl(host, port),
      outbox: environment.smtpUrl === null ? outboxFolder(environment.dataDir) : null,
      administrator,
      placeholders: isPublicSite(environment.siteUrl) ? findPlaceholders() : [],
    }),
  );
  return cleanups.move();
}

/** The port opens first, too: a scrape during the start has the figures of the process. */
async function serveMetrics(
  { host, metricsPort }: Environment,
  cleanups: AsyncDisposableStack,
): Promise<Metrics | null> {
  if (metricsPort === null) return null;
  const metrics = createMetrics();
  const listener = await listen(metrics.fetch, { host, port: metricsPort, variable: 'METRICS_PORT' });
  cleanups.defer(() => listener.close(CLOSE_TIMEOUT_MS));
  return metrics;
}

/** A scrape has a connection of its own: it must wait for no export, and no health check for it. */
function watchDatabase(
  metrics: Metrics,
  { url, dependencies }: { url: string; dependencies: Dependencies },
  cleanups: AsyncDisposableStack,
): void {
  const { stores, clock, log, db: calls, backgroundDb: background, healthDb: health } = dependencies;
  const onLost = (error: Error) => log.warn({ err: error }, 'A database connection was lost.');
  const db = openDatabase(url, onLost, { connections: 1, queryTimeoutMs: SCRAPE_QUERY_TIMEOUT_MS });
  cleanups.defer(() => Promise.race([db.destroy(), pause(CLOSE_TIMEOUT_MS)]));
  metrics.watch({ db, stores, clock, log, pools: { calls, background, health } });
}

async function startOwnDatabase(options: ServerOptions, cleanups: AsyncDisposableStack): Promise<string> {
  const { environment, log, onLost } = options;
  const { dataDir, host, port } = environment;
  const label = `process ${process.pid}, ${getLocalUrl(host, port)}`;
  const database = await startEmbedded({ dataDir, label, log, onLost });
  cleanups.defer(database.stop);
  return database.url;
}

async function prepareDatabase(url: string, dataDir: string | null, log: Logger): Promise<void> {
  const onLost = (error: Error) => log.warn({ err: error }, 'A database connection was lost.');
  const db = openDatabase(url, onLost, { connections: 1 });
  try {
    await sql`select 1`.execute(db).catch(throwDatabaseError);
    await migrate(db, { dataDir });
    await setRoleSettings(db);
    if (!(await hasTrigramsOfEveryScript(db))) {
      log.warn(
        'The LC_CTYPE of this database is C: searches for words in other scripts than Latin read every row. docs/operations.md says what to do.',
      );
    }
  } finally {
    await db.destroy();
  }
}

async function hasTrigramsOfEveryScript(db: Db): Promise<boolean> {
  const { rows } = await sql<{ trigrams: string[] }>`select show_trgm('Мария') as trigrams`.execute(db);
  return (rows[0]?.trigrams.length ?? 0) > 0;
}

function throwDatabaseError(error: unknown): never {
  throw new StartError(`The database at DATABASE_URL can’t be used: ${getErrorMessage(error)}.`, {
    cause: error,
  });
}
