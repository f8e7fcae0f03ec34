import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from 'pino';
import { getErrorMessage, StartError } from '../../config/start-error.ts';
import { findBinaries } from './binaries.ts';
import { chooseRunner } from './choose-runner.ts';
import {
  createCluster,
  createUrl,
  PASSWORD_FILE,
  removeReplacedDatabases,
  removeUnfinishedDatabases,
} from './create.ts';
import { createDataDir, findDataFolder } from './folders.ts';
import { DatabaseInUseError, takeOwnership } from './ownership-lock.ts';
import { type Cluster, findFreePort, findPostmaster, startPostmaster, stopPostmaster } from './postmaster.ts';

export type Embedded = { url: string; stop: () => Promise<void> };

export type EmbeddedOptions = {
  /** An absolute path; created if it does not exist. */
  dataDir: string;
  /** Shown to a second server on the same folder. */
  label: string;
  log: Logger;
  /** Called if another server has taken the database. */
  onLost: (error: unknown) => void;
  /** False disables user namespaces, which only root uses. */
  allowNamespaces?: boolean;
};

/** Includes a recovery after a crash. */
const START_TIMEOUT_MS = 300_000;
const RESTART_INTERVAL_MS = 2_000;

/** Starts PostgreSQL, or adopts the one of a killed server. Restarts it after a crash. Throws StartError. */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const { dataDir, label, log, onLost } = options;
  await createDataDir(dataDir);
  const runner = await chooseRunner(await findBinaries(), dataDir, options);
  await removeUnfinishedDatabases(runner.home);
  const existing = await findDataFolder(dataDir);
  if (existing) await removeReplacedDatabases(existing.home);
  const data = existing ?? (await createCluster(runner, dataDir));
  const cluster = { runner, data, logFile: join(runner.home, 'postgres.log') };
  const password = await readFile(join(data.folder, PASSWORD_FILE), 'utf8');
  const urlOf = (port: number) => createUrl(port, password);

  const database = { cluster, urlOf, label };
  const stopping = new AbortController();
  const first = await startAndLock(database, stopping.signal);
  let restarting: Promise<void> = Promise.resolve();
  watch(first.connection);

  function watch(connection: pg.Client): void {
    connection.once('end', () => {
      if (!stopping.signal.aborted) restarting = restart().catch(onLost);
    });
  }

  /** Retries until the database runs, another server has taken it, or this server stops. */
  async function restart(): Promise<void> {
    log.error({ port: first.port }, 'The database is gone; starting it again.');
    for (; !stopping.signal.aborted; await pause(RESTART_INTERVAL_MS)) {
      try {
        const next = await startAndLock(database, stopping.signal, first.port);
        watch(next.connection);
        log.warn({ port: next.port }, 'The database is back.');
        return;
      } catch (error) {
        if (error instanceof DatabaseInUseError) throw error;
        if (!stopping.signal.aborted) log.error({ err: error }, 'The database does not come back yet.');
      }
    }
  }

  return {
    url: urlOf(first.port),
    stop: async () => {
      stopping.abort();
      await restarting;
      // Keep the lock until the database has stopped: another server must not start on the same data.
      await stopPostmaster(cluster);
    },
  };
}

type OwnDatabase = { cluster: Cluster; urlOf: (port: number) => string; label: string };

/** Waits while the database starts or stops. Throws StartError. */
async function startAndLock(
  { cluster, urlOf, label }: OwnDatabase,
  stopping: AbortSignal,
  preferredPort?: number,
): Promise<{ port: number; connection: pg.Client }> {
  for (const deadline = Date.now() + START_TIMEOUT_MS; ; await pause(250)) {
    const port = await ensureRunning(cluster, stopping, preferredPort);
    try {
      return { port, connection: await takeOwnership(urlOf(port), label) };
    } catch (error) {
      stopping.throwIfAborted();
      if (error instanceof StartError) throw error;
      if (Date.now() > deadline)
        throw new StartError(`The database isn’t responding: ${getErrorMessage(error)}.`);
    }
  }
}

async function ensureRunning(
  cluster: Cluster,
  stopping: AbortSignal,
  preferredPort?: number,
): Promise<number> {
  for (let attempt = 1; ; attempt += 1) {
    stopping.throwIfAborted();
    const running = await findPostmaster(cluster.data);
    if (running && preferredPort !== undefined && running.port !== preferredPort) {
      throw new DatabaseInUseError(`The database of ${cluster.data.folder} was started by another server.`);
    }
    if (running) return running.port;
    const port = preferredPort ?? (await findFreePort());
    const { ok, reason } = await startPostmaster(cluster, port);
    if (ok) return port;
    // Causes: the port was taken, another server starts, or processes of a killed server still run.
    const isTransient = /could not bind|lock file "postmaster.pid"|shared memory block/.test(reason);
    // It may run by now: after a long recovery, or started by another server.
    if (await findPostmaster(cluster.data)) continue;
    if (!isTransient || attempt >= 10) {
      throw new StartError(`The database didn’t start. ${cluster.logFile} says:\n${reason}`);
    }
    await pause(500);
  }
}
