import { chmodSync, chownSync, existsSync, lstatSync, realpathSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { startEmbedded } from '#api/db/embedded/start.ts';
import { findProcesses } from './observe.ts';
import { createDataDir, isRoot, nobody, signIn, spawnServer, startServer } from './server-process.ts';

const log = pino({ level: 'silent' });

async function startAs(dataDir: string, { allowNamespaces }: { allowNamespaces: boolean }) {
  const database = await startEmbedded({
    dataDir,
    label: 'test',
    log,
    onLost: () => undefined,
    allowNamespaces,
  });
  const sql = new pg.Client({ connectionString: database.url });
  await sql.connect();
  return { sql, stop: () => sql.end().then(database.stop) };
}

/** Writes a row, restarts the database and reads the row. */
async function expectDataIsKept(
  dataDir: string,
  { allowNamespaces }: { allowNamespaces: boolean },
): Promise<void> {
  const first = await startAs(dataDir, { allowNamespaces });
  await first.sql.query('create table kept as select 1 as n');
  await first.stop();
  const second = await startAs(dataDir, { allowNamespaces });
  expect((await second.sql.query('select n from kept')).rows).toEqual([{ n: 1 }]);
  await second.stop();
  // The last process of PostgreSQL may end a moment after its server.
  await expect.poll(() => findProcesses(realpathSync(join(dataDir, 'postgres')))).toEqual([]);
}

test.runIf(isRoot)('root runs the database in place, inside a user namespace', async () => {
  const dataDir = createDataDir();
  await expectDataIsKept(dataDir, { allowNamespaces: true });
  expect(statSync(join(dataDir, 'postgres')).uid).toBe(0);
});

test.runIf(isRoot)(
  'without namespaces the account nobody runs the database in place, if it can reach the folder',
  async () => {
    const dataDir = createDataDir();
    chmodSync(dirname(dataDir), 0o755);
    await expectDataIsKept(dataDir, { allowNamespaces: false });
    expect(lstatSync(join(dataDir, 'postgres')).uid).toBe(nobody.uid);
  },
);

test.runIf(isRoot)(
  'otherwise the account nobody runs it in another folder, to which the data folder links',
  async () => {
    const dataDir = createDataDir();
    onTestFinished(() => {
      const entry = join(dataDir, 'postgres');
      if (existsSync(entry)) rmSync(dirname(realpathSync(entry)), { recursive: true });
    });
    await expectDataIsKept(dataDir, { allowNamespaces: false });
    const home = statSync(dirname(realpathSync(join(dataDir, 'postgres'))));
    expect(home).toMatchObject({ uid: nobody.uid });
    expect(home.mode & 0o777).toBe(0o700);
  },
);

test.runIf(isRoot)('data of an ordinary user keeps its owner when root starts in between', async () => {
  const dataDir = createDataDir(nobody);
  for (const account of [nobody, undefined, nobody]) {
    const server = await startServer(dataDir, account ? { account } : {});
    expect((await signIn(server)).status).toBe(200);
    process.kill(server.pid, 'SIGTERM');
    expect(await server.ended).toBe(0);
  }
});

test.runIf(isRoot)(
  "root starts in another user's closed folder, which a namespace does not reach",
  async () => {
    const dataDir = createDataDir();
    chownSync(dirname(dataDir), 1234, 1234);
    onTestFinished(() => {
      const entry = join(dataDir, 'postgres');
      if (existsSync(entry)) rmSync(dirname(realpathSync(entry)), { recursive: true });
    });
    await expectDataIsKept(dataDir, { allowNamespaces: true });
  },
);

test.runIf(isRoot)('a user without a name is told what to do', async () => {
  const account = { uid: 1_000_770_000, gid: 0 };
  const server = await spawnServer(createDataDir(account), { account });
  expect(await server.ended).toBe(1);
  expect(server.output()).toBe(
    'The database can’t be created by user 1000770000, who has no name in /etc/passwd. Run the server as a user with a name there, or name a database server with DATABASE_URL.\n',
  );
});
