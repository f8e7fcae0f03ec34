import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from 'pino';
import { messageOf, StartError } from '../../config/start-error.ts';
import { findNative } from './binaries.ts';
import { claim, TakenError } from './claim.ts';
import { account, createCluster, passwordFile, sweepWorkshops } from './create.ts';
import { findData, makeDataDir } from './folders.ts';
import { type Cluster, findPostmaster, freePort, startPostmaster, stopPostmaster } from './postmaster.ts';
import { chooseRunner } from './runner.ts';

export type Embedded = { url: string; stop: () => Promise<void> };

export type EmbeddedOptions = {
  /** Absolute; made unless it exists. */
  dataDir: string;
  /** Who we are, for the message to a second server on the same folder. */
  label: string;
  log: Logger;
  /** Called where the database is lost for good, to another server. */
  onLost: (error: unknown) => void;
  /** False leaves out user namespaces (root only). */
  namespaces?: boolean;
};

/** Milliseconds for a database that starts up, recovers or shuts down to answer. */
const PATIENCE = 300_000;
/** Milliseconds between two attempts to bring a lost database back. */
const RETRY = 2_000;

/**
 * Starts the packaged PostgreSQL on `dataDir`, or adopts the one that a killed server left running there, and
 * starts it again whenever it dies. Throws StartError, among others where another server uses the folder.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const { dataDir, label, log, onLost } = options;
  await makeDataDir(dataDir);
  const runner = await chooseRunner(await findNative(), dataDir, options);
  await sweepWorkshops(runner.home);
  const data = (await findData(dataDir)) ?? (await createCluster(runner, dataDir));
  const cluster = { runner, data, logFile: join(runner.home, 'postgres.log') };
  const password = await readFile(join(data.folder, passwordFile), 'utf8');
  const urlOf = (port: number) => `postgres://${account}:${password}@127.0.0.1:${port}/postgres`;

  const database = { cluster, urlOf, label };
  const ending = new AbortController();
  const first = await occupy(database, ending.signal);
  let reviving: Promise<void> = Promise.resolve();
  watch(first.holder);

  function watch(holder: pg.Client): void {
    holder.once('end', () => {
      if (!ending.signal.aborted) reviving = revive().catch(onLost);
    });
  }

  /** Tries until the database is ours again, or another server's, or we stop. */
  async function revive(): Promise<void> {
    log.error({ port: first.port }, 'The database is gone; starting it again.');
    for (; !ending.signal.aborted; await pause(RETRY)) {
      try {
        const next = await occupy(database, ending.signal, first.port);
        watch(next.holder);
        log.warn({ port: next.port }, 'The database is back.');
        return;
      } catch (error) {
        if (error instanceof TakenError) throw error;
        if (!ending.signal.aborted) log.error({ err: error }, 'The database does not come back yet.');
      }
    }
  }

  return {
    url: urlOf(first.port),
    stop: async () => {
      ending.abort();
      await reviving;
      // The claim ends with the database, not before: until then nobody else may think it is theirs.
      await stopPostmaster(cluster);
    },
  };
}

type Ours = { cluster: Cluster; urlOf: (port: number) => string; label: string };

/**
 * Runs the database, on `wished` where that is given, and claims it, waiting while it starts up or shuts down.
 * Throws StartError.
 */
async function occupy(
  { cluster, urlOf, label }: Ours,
  ending: AbortSignal,
  wished?: number,
): Promise<{ port: number; holder: pg.Client }> {
  for (const deadline = Date.now() + PATIENCE; ; await pause(250)) {
    const port = await ensureRunning(cluster, ending, wished);
    try {
      return { port, holder: await claim(urlOf(port), label) };
    } catch (error) {
      ending.throwIfAborted();
      if (error instanceof StartError) throw error;
      if (Date.now() > deadline) throw new StartError(`The database does not answer: ${messageOf(error)}.`);
    }
  }
}

/** Answers the port of the database server that runs on this data, starting one where none does. */
async function ensureRunning(cluster: Cluster, ending: AbortSignal, wished?: number): Promise<number> {
  for (let attempt = 1; ; attempt += 1) {
    ending.throwIfAborted();
    const running = await findPostmaster(cluster.data);
    if (running && wished !== undefined && running.port !== wished) {
      throw new TakenError(`The database of ${cluster.data.folder} was started by somebody else.`);
    }
    if (running) return running.port;
    const port = wished ?? (await freePort());
    const { ok, reason } = await startPostmaster(cluster, port);
    if (ok) return port;
    // Somebody took the port, another server starts the same data, or orphans of a killed one still hold it.
    const isPassing = /could not bind|lock file "postmaster.pid"|shared memory block/.test(reason);
    // It may be up by now: a long recovery, or the other server's.
    if (await findPostmaster(cluster.data)) continue;
    if (!isPassing || attempt >= 10) {
      throw new StartError(`The database did not start. ${cluster.logFile} says:\n${reason}`);
    }
    await pause(500);
  }
}
