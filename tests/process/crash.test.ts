import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { isThere, moments, postmaster, processesOf, until } from './observe.ts';
import {
  createDataDir,
  holdSignIn,
  post,
  type ServerProcess,
  signIn,
  spawnServer,
  startServer,
} from './server-process.ts';

async function healthOf(server: ServerProcess): Promise<number> {
  const answer = await fetch(`${server.address}/healthz`);
  await answer.text();
  return answer.status;
}

/** Rotates a refresh token as fast as it can until the server dies. Answers the last one acknowledged. */
async function writeUntilDeath(server: ServerProcess, refreshToken: string): Promise<string> {
  for (let acknowledged = refreshToken; ; ) {
    try {
      const answer = await post(server.address, '/auth/refresh-token', { refreshToken: acknowledged });
      acknowledged = (await answer.json()).data.refreshToken;
    } catch {
      // The connection broke: the server is dead, which is the end of the test's first half.
      return acknowledged;
    }
  }
}

test('after kill -9 of the server the next one adopts its database, with every acknowledged write', async () => {
  const dataDir = createDataDir();
  const first = await startServer(dataDir);
  const database = postmaster(dataDir);
  const { data } = await (await signIn(first)).json();
  const writing = writeUntilDeath(first, data.tokens.refreshToken);
  await pause(300);
  process.kill(first.pid, 'SIGKILL');
  const refreshToken = await writing;

  const second = await startServer(dataDir, { port: first.port });
  expect(postmaster(dataDir).pid).toBe(database.pid);
  expect((await post(second.address, '/auth/refresh-token', { refreshToken })).status).toBe(200);
  process.kill(second.pid, 'SIGTERM');
  expect(await second.ended).toBe(0);
  expect(processesOf(dataDir)).toEqual([]);
});

test('after kill -9 of server and database the next start recovers, though the process id is used again', async () => {
  const dataDir = createDataDir();
  const first = await startServer(dataDir);
  const { data } = await (await signIn(first)).json();
  const writing = writeUntilDeath(first, data.tokens.refreshToken);
  await pause(300);
  process.kill(first.pid, 'SIGKILL');
  process.kill(postmaster(dataDir).pid, 'SIGKILL');
  const refreshToken = await writing;
  await until(() => processesOf(dataDir).length === 0);
  const lock = join(dataDir, 'postgres', 'postmaster.pid');
  writeFileSync(lock, readFileSync(lock, 'utf8').replace(/^\d+/, `${process.pid}`));

  const second = await startServer(dataDir);
  expect((await post(second.address, '/auth/refresh-token', { refreshToken })).status).toBe(200);
});

test('a database that dies is started again; meanwhile the server says that it cannot serve', async () => {
  const dataDir = createDataDir();
  const server = await startServer(dataDir);
  const held = await holdSignIn(dataDir);
  const answer = signIn(server);
  await until(held.isWaitedFor);
  process.kill(postmaster(dataDir).pid, 'SIGKILL');
  expect((await answer).status).toBe(500);
  await until(async () => (await healthOf(server)) === 503);
  await until(async () => (await healthOf(server)) === 200);
  await server.says('The database is back.');
  expect((await signIn(server)).status).toBe(200);
  process.kill(server.pid, 'SIGTERM');
  expect(await server.ended).toBe(0);
  expect(processesOf(dataDir)).toEqual([]);
});

test.each(moments)('kill -9 when %s appears does not stand in the way of the next start', async (moment) => {
  const dataDir = createDataDir();
  const killed = await spawnServer(dataDir);
  await until(() => isThere(dataDir, moment));
  process.kill(killed.pid, 'SIGKILL');
  await killed.ended;
  const server = await startServer(dataDir);
  expect((await signIn(server)).status).toBe(200);
  expect(readdirSync(dataDir).sort()).toEqual(['postgres', 'postgres.log']);
});
