import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { composeMails } from '../accounts/compose-mail.ts';
import { createApp, createStartingApp } from '../app.ts';
import { type Environment, ownAddress } from '../config/environment.ts';
import { errorMessage, StartError } from '../config/start-error.ts';
import { startEmbedded } from '../db/embedded/start.ts';
import { migrate } from '../db/migrate.ts';
import { openDatabase } from '../db/open.ts';
import { listen } from '../http/listen.ts';
import type { FetchHandler } from '../http/node-server.ts';
import { runHousekeeping } from '../jobs/housekeeping.ts';
import { repeat } from '../jobs/repeat.ts';
import { startMailQueue } from '../mail/queue.ts';
import { chooseTransport } from '../mail/transport.ts';
import { sandboxStore } from '../payments/sandbox.ts';
import { ensureBuilt } from '../site/build.ts';
import { readSite } from '../site/files.ts';
import { banner } from './banner.ts';
import { ensureAdministrator, fillIfEmpty } from './first-start.ts';

export type ServerOptions = {
  environment: Environment;
  /** False where another server serves the site, as in development. */
  withSite: boolean;
  log: Logger;
  /** Prints a text for the operator. */
  write: (text: string) => void;
  /** Stops the start. */
  stopping: AbortSignal;
  /** Ends the wait for requests in flight. */
  abortDrain: AbortSignal;
  /** Called when the database is lost for good. */
  onLost: (error: unknown) => void;
};

/** Milliseconds for requests in flight to finish, and for late answers after the database has stopped. */
const DRAIN_TIMEOUT_MS = 25_000;
const CLOSE_TIMEOUT_MS = 1_000;

/** One connection of its own: a busy pool must not make the server look down. */
const HEALTH_POOL = { connections: 1, statementTimeoutMs: 5_000 };

/** Milliseconds between two rounds of housekeeping. */
const HOUSEKEEPING_INTERVAL_MS = 3_600_000;

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Starts all parts in order, each after those that it needs, and prints the banner. The port is open from the
 * beginning; every request gets 503 until the start is complete. Disposing of the result stops all parts in the
 * opposite order. Throws StartError, or the reason of `stopping`, with nothing left running.
 */
export async function startServer(options: ServerOptions): Promise<AsyncDisposableStack> {
  const { environment, withSite, log, write, stopping, abortDrain } = options;
  const { host, port, publicApiUrl, builtSiteUrl } = environment;
  await using cleanups = new AsyncDisposableStack();
  // First, so that a port in use is found before anything starts, and probes get an answer.
  let answering: FetchHandler = createStartingApp(log).fetch;
  const listener = await listen((request, env) => answering(request, env), host, port);
  cleanups.defer(() => listener.cut(CLOSE_TIMEOUT_MS));
  stopping.throwIfAborted();

  if (withSite) {
    await ensureBuilt({ root, publicApiUrl, siteUrl: builtSiteUrl, signal: stopping }, write);
  }
  const site = withSite ? await readSite(fileURLToPath(new URL('../../dist', import.meta.url))) : new Map();

  const url = environment.databaseUrl ?? (await startOwnDatabase(options, cleanups));
  stopping.throwIfAborted();

  const lost = (error: Error) => log.warn({ err: error }, 'A database connection was lost.');
  const db = openDatabase(url, lost);
  const healthDb = openDatabase(url, lost, HEALTH_POOL);
  // A query that hangs must not delay the stop: the database stops next, or sees the connection close.
  const closed = () => Promise.all([db.destroy(), healthDb.destroy()]);
  cleanups.defer(async () => void (await Promise.race([closed(), pause(CLOSE_TIMEOUT_MS)])));
  await sql`select 1`.execute(db).catch(explainDatabase);
  await migrate(db);
  stopping.throwIfAborted();
  await fillIfEmpty(db, environment, new Date());
  stopping.throwIfAborted();

  const clock = () => new Date();
  const transport = chooseTransport(environment, log);
  // The last step that may fail: the banner shows a new password only once.
  const administrator = await ensureAdministrator(db, environment);
  const mails = startMailQueue({
    db,
    transport,
    clock,
    log,
    compose: composeMails({ db, siteUrl: environment.siteUrl }),
  });
  cleanups.defer(mails.stop);
  const housekeeping = repeat(
    HOUSEKEEPING_INTERVAL_MS,
    () => runHousekeeping(db, clock(), log),
    (error) => log.error({ err: error }, 'Housekeeping failed; the next round tries again.'),
  );
  cleanups.defer(housekeeping.stop);
  const app = createApp({
    db,
    healthDb,
    log,
    clock,
    askStore: sandboxStore(clock),
    mails,
    environment,
    site,
  });
  cleanups.defer(() => listener.drain(AbortSignal.any([abortDrain, AbortSignal.timeout(DRAIN_TIMEOUT_MS)])));
  answering = app.fetch;
  write(banner({ address: withSite ? ownAddress(host, port) : environment.siteUrl, administrator }));
  return cleanups.move();
}

async function startOwnDatabase(options: ServerOptions, parts: AsyncDisposableStack): Promise<string> {
  const { environment, log, onLost } = options;
  const { dataDir, host, port } = environment;
  const label = `process ${process.pid}, ${ownAddress(host, port)}`;
  const database = await startEmbedded({ dataDir, label, log, onLost });
  parts.defer(database.stop);
  return database.url;
}

function explainDatabase(error: unknown): never {
  throw new StartError(`The database of DATABASE_URL cannot be used: ${errorMessage(error)}.`, {
    cause: error,
  });
}
