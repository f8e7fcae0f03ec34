import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from 'pino';
import { errorMessage, StartError } from '../../config/start-error.ts';
import { findNative } from './binaries.ts';
import { account, createCluster, passwordFile, removeAbandonedFolders } from './create.ts';
import { findData, makeDataDir } from './folders.ts';
import { DatabaseInUseError, takeOwnership } from './ownership-lock.ts';
import { type Cluster, findPostmaster, freePort, startPostmaster, stopPostmaster } from './postmaster.ts';
import { chooseRunner } from './runner.ts';

export type Embedded = { url: string; stop: () => Promise<void> };

export type EmbeddedOptions = {
  /** Absolute; made unless it exists. */
  dataDir: string;
  /** The name of this process, for the message to a second server on the same folder. */
  label: string;
  log: Logger;
  /** Called when the database is lost for good, to another server. */
  onLost: (error: unknown) => void;
  /** False leaves out user namespaces (root only). */
  namespaces?: boolean;
};

/** Milliseconds for a database that starts up, recovers or shuts down to answer. */
const START_TIMEOUT_MS = 300_000;
/** Milliseconds between two attempts to bring a lost database back. */
const RESTART_INTERVAL_MS = 2_000;

/**
 * Starts the packaged PostgreSQL on `dataDir`, or adopts the one that a killed server left running there. Restarts it
 * when it dies. Throws StartError, for example where another server uses the folder.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const { dataDir, label, log, onLost } = options;
  await makeDataDir(dataDir);
  const runner = await chooseRunner(await findNative(), dataDir, options);
  await removeAbandonedFolders(runner.home);
  const data = (await findData(dataDir)) ?? (await createCluster(runner, dataDir));
  const cluster = { runner, data, logFile: join(runner.home, 'postgres.log') };
  const password = await readFile(join(data.folder, passwordFile), 'utf8');
  const urlOf = (port: number) => `postgres://${account}:${password}@127.0.0.1:${port}/postgres`;

  const database = { cluster, urlOf, label };
  const ending = new AbortController();
  const first = await startAndLock(database, ending.signal);
  let restarting: Promise<void> = Promise.resolve();
  watch(first.holder);

  function watch(holder: pg.Client): void {
    holder.once('end', () => {
      if (!ending.signal.aborted) restarting = restart().catch(onLost);
    });
  }

  /** Retries until the database runs again, another server has taken it, or this server stops. */
  async function restart(): Promise<void> {
    log.error({ port: first.port }, 'The database is gone; starting it again.');
    for (; !ending.signal.aborted; await pause(RESTART_INTERVAL_MS)) {
      try {
        const next = await startAndLock(database, ending.signal, first.port);
        watch(next.holder);
        log.warn({ port: next.port }, 'The database is back.');
        return;
      } catch (error) {
        if (error instanceof DatabaseInUseError) throw error;
        if (!ending.signal.aborted) log.error({ err: error }, 'The database does not come back yet.');
      }
    }
  }

  return {
    url: urlOf(first.port),
    stop: async () => {
      ending.abort();
      await restarting;
      // The lock ends with the database, not before: another server must not take the data while it runs.
      await stopPostmaster(cluster);
    },
  };
}

type OwnDatabase = { cluster: Cluster; urlOf: (port: number) => string; label: string };

/**
 * Starts the database, on `preferredPort` where given, and takes the ownership lock. Waits while it starts up or shuts
 * down. Throws StartError.
 */
async function startAndLock(
  { cluster, urlOf, label }: OwnDatabase,
  ending: AbortSignal,
  preferredPort?: number,
): Promise<{ port: number; holder: pg.Client }> {
  for (const deadline = Date.now() + START_TIMEOUT_MS; ; await pause(250)) {
    const port = await ensureRunning(cluster, ending, preferredPort);
    try {
      return { port, holder: await takeOwnership(urlOf(port), label) };
    } catch (error) {
      ending.throwIfAborted();
      if (error instanceof StartError) throw error;
      if (Date.now() > deadline)
        throw new StartError(`The database does not answer: ${errorMessage(error)}.`);
    }
  }
}

/** Returns the port of the database server that runs on this data. Starts one where none runs. */
async function ensureRunning(cluster: Cluster, ending: AbortSignal, preferredPort?: number): Promise<number> {
  for (let attempt = 1; ; attempt += 1) {
    ending.throwIfAborted();
    const running = await findPostmaster(cluster.data);
    if (running && preferredPort !== undefined && running.port !== preferredPort) {
      throw new DatabaseInUseError(`The database of ${cluster.data.folder} was started by another server.`);
    }
    if (running) return running.port;
    const port = preferredPort ?? (await freePort());
    const { ok, reason } = await startPostmaster(cluster, port);
    if (ok) return port;
    // Another program took the port, another server starts the same data, or processes of a killed one still hold it.
    const isPassing = /could not bind|lock file "postmaster.pid"|shared memory block/.test(reason);
    // It may be up by now: a long recovery, or the other server's.
    if (await findPostmaster(cluster.data)) continue;
    if (!isPassing || attempt >= 10) {
      throw new StartError(`The database did not start. ${cluster.logFile} says:\n${reason}`);
    }
    await pause(500);
  }
}
