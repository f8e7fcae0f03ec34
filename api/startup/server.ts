import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { composeMails } from '../accounts/compose-mail.ts';
import { createApp, createStartingApp } from '../app.ts';
import { type Environment, ownAddress } from '../config/environment.ts';
import { messageOf, StartError } from '../config/start-error.ts';
import { startEmbedded } from '../db/embedded/start.ts';
import { migrate } from '../db/migrate.ts';
import { openDatabase } from '../db/open.ts';
import { listen } from '../http/listen.ts';
import type { Answering } from '../http/node-server.ts';
import { keepHouse } from '../jobs/housekeeping.ts';
import { every } from '../jobs/repeat.ts';
import { startMailQueue } from '../mail/queue.ts';
import { chooseTransport } from '../mail/transport.ts';
import { sandboxStore } from '../payments/sandbox.ts';
import { ensureBuilt } from '../site/build.ts';
import { readSite } from '../site/files.ts';
import { banner } from './banner.ts';
import { fillIfEmpty, welcomeAdministrator } from './first-start.ts';

export type ServerOptions = {
  environment: Environment;
  /** False where the site is served by something else, as in development. */
  withSite: boolean;
  log: Logger;
  /** Takes what the operator reads. */
  write: (text: string) => void;
  /** Stops the start. */
  stopping: AbortSignal;
  /** Ends the wait for requests in flight. */
  hurry: AbortSignal;
  /** Called where the server can no longer do its work. */
  onLost: (error: unknown) => void;
};

/** Milliseconds that requests in flight have to finish, and that late answers have after the database stopped. */
const GRACE = 25_000;
const LATE = 1_000;

/** One connection, so that calls that keep the pool busy do not make the server look dead. */
const HEALTH = { connections: 1, statementTimeout: 5_000 };

/** Milliseconds between two rounds of housekeeping. */
const HOUR = 3_600_000;

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Starts everything, in an order in which each part finds what it needs, and prints the banner. The port is open from
 * the beginning, and every request is answered with 503 until the end. Disposing of the answer stops it all in the
 * opposite order. Throws StartError, or `stopping`'s reason, with nothing left running.
 */
export async function startServer(options: ServerOptions): Promise<AsyncDisposableStack> {
  const { environment, withSite, log, write, stopping, hurry } = options;
  const { host, port, publicApiUrl, builtSiteUrl } = environment;
  await using parts = new AsyncDisposableStack();
  // First: a port in use is found before anything is started, and probes get an answer while the rest is.
  let answering: Answering = createStartingApp(log).fetch;
  const listener = await listen((request, env) => answering(request, env), host, port);
  parts.defer(() => listener.cut(LATE));
  stopping.throwIfAborted();

  if (withSite) {
    await ensureBuilt({ root, publicApiUrl, siteUrl: builtSiteUrl, signal: stopping }, write);
  }
  const site = withSite ? await readSite(fileURLToPath(new URL('../../dist', import.meta.url))) : new Map();

  const url = environment.databaseUrl ?? (await startOwnDatabase(options, parts));
  stopping.throwIfAborted();

  const lost = (error: Error) => log.warn({ err: error }, 'A database connection was lost.');
  const db = openDatabase(url, lost);
  const healthDb = openDatabase(url, lost, HEALTH);
  // A query that does not end must not keep us: the database stops next, or sees the connection go.
  const closed = () => Promise.all([db.destroy(), healthDb.destroy()]);
  parts.defer(async () => void (await Promise.race([closed(), pause(LATE)])));
  await sql`select 1`.execute(db).catch(explainDatabase);
  await migrate(db);
  stopping.throwIfAborted();
  await fillIfEmpty(db, environment, new Date());
  stopping.throwIfAborted();

  const clock = () => new Date();
  const transport = chooseTransport(environment, log);
  // The last that may fail: a password that is made now is shown by the banner.
  const administrator = await welcomeAdministrator(db, environment);
  const mails = startMailQueue({
    db,
    transport,
    clock,
    log,
    compose: composeMails({ db, siteUrl: environment.siteUrl }),
  });
  parts.defer(mails.stop);
  const housekeeping = every(
    HOUR,
    () => keepHouse(db, clock(), log),
    (error) => log.error({ err: error }, 'What has had its day could not be deleted.'),
  );
  parts.defer(housekeeping.stop);
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
  parts.defer(() => listener.drain(AbortSignal.any([hurry, AbortSignal.timeout(GRACE)])));
  answering = app.fetch;
  write(banner({ address: withSite ? ownAddress(host, port) : environment.siteUrl, administrator }));
  return parts.move();
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
  throw new StartError(`The database of DATABASE_URL cannot be used: ${messageOf(error)}.`, { cause: error });
}
