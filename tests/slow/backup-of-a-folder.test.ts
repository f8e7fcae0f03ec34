import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { sql } from 'kysely';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { startEmbedded } from '#api/db/embedded/start.ts';
import { isMigrated } from '#api/db/migrate.ts';
import { openDatabase } from '#api/db/open.ts';
import type { Db } from '#api/db/schema.ts';
import { findProcesses, killProcess, postmaster } from '#tests/process/observe.ts';
import {
  createDataDir,
  isRoot,
  nobody,
  type ServerProcess,
  signIn,
  startServer,
} from '#tests/process/server-process.ts';
import { addUser } from '#tests/setup/api/people.ts';
import { runCommand } from '#tests/setup/backup/command.ts';
import { readContents, withoutCatalogNumbers } from '#tests/setup/backup/contents.ts';
import { migrateToLastButOne } from '#tests/setup/backup/migrations.ts';

type Account = { uid: number; gid: number } | undefined;

const accounts: Record<string, Account> = { 'as the user who runs the tests': undefined };
if (isRoot) accounts['as an ordinary user'] = nobody;

/** Starts the database of a folder for the work, as a command does. */
async function inFolder<Result>(dataDir: string, work: (db: Db) => Promise<Result>): Promise<Result> {
  const options = { dataDir, label: 'the test', log: pino({ level: 'silent' }), onLost: () => undefined };
  const database = await startEmbedded(options);
  const db = openDatabase(database.url, () => undefined);
  try {
    return await work(db);
  } finally {
    await db.destroy();
    await database.stop();
  }
}

const readAll = (dataDir: string) => inFolder(dataDir, readContents);

function command(dataDir: string, account?: Account) {
  const options = { env: { DATA_DIR: dataDir }, account };
  return {
    backUp: (file: string) => runCommand('backup', [file], options),
    restore: (...args: string[]) => runCommand('restore', args, options),
  };
}

/** Beside the folder of the data, so that its account can write there. */
const newFile = (dataDir: string) => join(dirname(dataDir), `${randomUUID()}.tar.gz`);

async function stop(server: ServerProcess): Promise<void> {
  process.kill(server.pid, 'SIGTERM');
  expect(await server.ended).toBe(0);
}

/** A stopped database with an administrator, and a backup of it. */
async function createBackup(account?: Account): Promise<{ dataDir: string; file: string }> {
  const dataDir = createDataDir(account);
  await stop(await startServer(dataDir, account ? { account } : {}));
  const file = newFile(dataDir);
  expect(await command(dataDir, account).backUp(file)).toMatchObject({ code: 0, err: '' });
  return { dataDir, file };
}

test.each(Object.keys(accounts))(
  '%s: a backup brings back every row of every table after the folder was destroyed',
  async (name) => {
    const account = accounts[name];
    const dataDir = createDataDir(account);
    const options = { env: { DEMO: '1' }, ...(account ? { account } : {}) };
    const server = await startServer(dataDir, options);
    expect((await signIn(server)).status).toBe(200);
    const { backUp, restore } = command(dataDir, account);
    const file = newFile(dataDir);
    const refused = await backUp(file);
    expect(refused.code).toBe(1);
    expect(refused.err).toContain(
      `Another server is already running on this data folder: process ${server.pid}, ${server.address}.\nStop it first`,
    );
    expect(existsSync(file)).toBe(false);
    await stop(server);

    const before = await readAll(dataDir);
    expect(await backUp(file)).toMatchObject({ code: 0, err: '' });
    const { mode, uid } = statSync(file);
    expect([mode & 0o777, uid]).toEqual([0o600, account?.uid ?? process.getuid?.()]);
    const owner = statSync(join(dataDir, 'postgres')).uid;
    expect((await backUp(file)).err).toContain('exists already');

    rmSync(dataDir, { recursive: true });
    expect(await restore(file)).toMatchObject({ code: 0, err: '' });
    expect(readdirSync(dataDir)).toEqual(['postgres']);
    expect(statSync(join(dataDir, 'postgres'))).toMatchObject({ uid: owner, mode: 0o40700 });
    expect(statSync(join(dataDir, 'postgres', 'app-password')).mode & 0o777).toBe(0o600);
    const after = await readAll(dataDir);
    expect(Object.values(after).filter((text) => !text.startsWith('0 rows')).length).toBeGreaterThan(20);
    expect(withoutCatalogNumbers(after)).toEqual(withoutCatalogNumbers(before));
    expect(after.catalog_floor).not.toBe(before.catalog_floor);
    const again = await startServer(dataDir, account ? { account } : {});
    expect((await signIn(again)).status).toBe(200);
    await stop(again);
  },
);

test('the database of a killed server is backed up, with what it wrote last', async () => {
  const dataDir = createDataDir();
  const server = await startServer(dataDir);
  expect((await signIn(server)).status).toBe(200);
  killProcess(server.pid);
  killProcess(postmaster(dataDir).pid);
  await server.ended;
  const file = newFile(dataDir);
  const { backUp, restore } = command(dataDir);
  expect(await backUp(file)).toMatchObject({ code: 0 });
  const before = await readAll(dataDir);
  expect(before.sessions).toMatch(/^1 rows/);
  expect(await restore(file, '--into-empty')).toMatchObject({ code: 0 });
  expect(withoutCatalogNumbers(await readAll(dataDir))).toEqual(withoutCatalogNumbers(before));
});

test('a backup from before the newest migration restores into this version', async () => {
  const dataDir = createDataDir();
  await inFolder(dataDir, async (db) => {
    await migrateToLastButOne(db);
    await addUser(db, { email: 'early@example.com' });
    expect(await isMigrated(db)).toBe(false);
  });
  const file = newFile(dataDir);
  const { backUp, restore } = command(dataDir);
  expect(await backUp(file)).toMatchObject({ code: 0, err: '' });
  expect(await restore(file, '--into-empty')).toMatchObject({ code: 0, err: '' });
  await inFolder(dataDir, async (db) => {
    expect(await isMigrated(db)).toBe(true);
    expect(await db.selectFrom('users').select('email').execute()).toEqual([{ email: 'early@example.com' }]);
  });
});

test('what can’t be restored changes nothing: without the flag, under a server, cut, newer, of another kind', async () => {
  const { dataDir, file } = await createBackup();
  await inFolder(dataDir, (db) => addUser(db));
  const before = await readAll(dataDir);
  const { backUp, restore } = command(dataDir);
  expect((await restore(file)).err).toContain('has a database already');
  const server = await startServer(dataDir);
  expect((await restore(file, '--into-empty')).err).toContain(`process ${server.pid}, ${server.address}`);
  expect((await signIn(server)).status).toBe(200);
  await stop(server);
  const withSession = await readAll(dataDir);
  expect(withSession.users).toBe(before.users);

  const newer = await createBackupOfLaterVersion();
  expect((await restore(newer, '--into-empty')).err).toContain(
    'is from another version, whose change “9999-later” this one doesn’t have.',
  );
  const { size } = statSync(file);
  for (const part of [0.99, 0.5, 0.01]) {
    truncateSync(file, Math.floor(size * part));
    const failed = await restore(file, '--into-empty');
    expect(failed.code).toBe(1);
    expect(failed.err).toContain('tar failed');
  }
  writeFileSync(file, 'PGDMP');
  expect((await restore(file, '--into-empty')).err).toContain('is the dump of a database server');
  expect(readdirSync(dataDir).sort()).toEqual(['postgres', 'postgres.log']);
  expect(await readAll(dataDir)).toEqual(withSession);
  expect((await backUp(join(dirname(dataDir), 'no folder', 'x'))).err).toContain('can’t be written: ENOENT');
});

async function createBackupOfLaterVersion(): Promise<string> {
  const dataDir = createDataDir();
  await inFolder(dataDir, async (db) => {
    await migrateToLastButOne(db);
    await sql`insert into kysely_migration (name, timestamp) values ('9999-later', now())`.execute(db);
  });
  const file = newFile(dataDir);
  expect(await command(dataDir).backUp(file)).toMatchObject({ code: 0 });
  return file;
}

test('a folder that isn’t whole has no copy', async () => {
  const { dataDir } = await createBackup();
  const log = join(dataDir, 'postgres', 'pg_wal');
  const elsewhere = join(dirname(dataDir), 'log');
  renameSync(log, elsewhere);
  symlinkSync(elsewhere, log);
  const file = newFile(dataDir);
  expect((await command(dataDir).backUp(file)).err).toContain(`${log} is a link`);
  expect(existsSync(file)).toBe(false);
});

test('a folder without a database has no backup', async () => {
  const dataDir = createDataDir();
  const file = newFile(dataDir);
  expect((await command(dataDir).backUp(file)).err).toContain('There’s no database in');
});

test.runIf(isRoot)('root backs up and restores the data of an ordinary user, who goes on', async () => {
  const { dataDir, file } = await createBackup(nobody);
  const { backUp, restore } = command(dataDir);
  const ofRoot = newFile(dataDir);
  expect(await backUp(ofRoot)).toMatchObject({ code: 0, err: '' });
  for (const one of [file, ofRoot]) {
    expect(await restore(one, '--into-empty')).toMatchObject({ code: 0, err: '' });
    expect(findOwners(join(dataDir, 'postgres'))).toEqual([nobody.uid]);
  }
  const server = await startServer(dataDir, { account: nobody });
  expect((await signIn(server)).status).toBe(200);
  await stop(server);
});

test.runIf(isRoot)(
  'root restores where a namespace does not reach, and the data folder links there',
  async () => {
    const { file } = await createBackup();
    const dataDir = createDataDir();
    chownSync(dirname(dataDir), 1234, 1234);
    chmodSync(dirname(dataDir), 0o700);
    onTestFinished(() => {
      const entry = join(dataDir, 'postgres');
      if (existsSync(entry)) rmSync(dirname(realpathSync(entry)), { recursive: true });
    });
    for (const args of [[file], [file, '--into-empty']]) {
      expect(await command(dataDir).restore(...args)).toMatchObject({ code: 0, err: '' });
      expect(lstatSync(join(dataDir, 'postgres')).isSymbolicLink()).toBe(true);
      const home = dirname(realpathSync(join(dataDir, 'postgres')));
      expect(readdirSync(home).sort()).toEqual(['native', 'postgres']);
      expect(findOwners(join(home, 'postgres'))).toEqual([nobody.uid]);
    }
    const server = await startServer(dataDir);
    expect((await signIn(server)).status).toBe(200);
    await stop(server);
    expect(findProcesses(realpathSync(join(dataDir, 'postgres')))).toEqual([]);
  },
);

function findOwners(folder: string): number[] {
  const names = ['.', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })];
  return [...new Set(names.map((name) => lstatSync(join(folder, name)).uid))];
}
