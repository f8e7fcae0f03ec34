import { execFile } from 'node:child_process';
import { appendFile, chown, mkdtemp, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pino from 'pino';
import { startEmbedded } from '#api/db/embedded/start.ts';

export type TwoDatabases = { mainUrl: string; replicaUrl: string; stop: () => Promise<void> };

/**
 * A new PostgreSQL and a streaming replica of it. The embedded PostgreSQL has no pg_basebackup, so the replica is a copy
 * of the stopped main database.
 */
export async function startWithReplica(label: string): Promise<TwoDatabases> {
  await using cleanups = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'mealwright-bench-'));
  cleanups.defer(() => rm(folder, { recursive: true, force: true }));
  const start = (dataDir: string) =>
    startEmbedded({ dataDir, label, log: pino({ level: 'silent' }), onLost: () => undefined });
  const mainFolder = join(folder, 'main');
  const replicaFolder = join(folder, 'replica');

  const created = await start(mainFolder);
  await created.stop();
  await promisify(execFile)('cp', ['-a', mainFolder, replicaFolder]);
  const main = await start(mainFolder);
  cleanups.defer(main.stop);

  const data = await realpath(join(replicaFolder, 'postgres'));
  const { hostname, port, username, password } = new URL(main.url);
  await appendFile(
    join(data, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=${hostname} port=${port} user=${username} password=${password}'\n`,
  );
  const signal = join(data, 'standby.signal');
  await writeFile(signal, '');
  const owner = await stat(data);
  await chown(signal, owner.uid, owner.gid);
  const replica = await start(replicaFolder);
  cleanups.defer(replica.stop);

  const kept = cleanups.move();
  return { mainUrl: main.url, replicaUrl: replica.url, stop: () => kept.disposeAsync() };
}
