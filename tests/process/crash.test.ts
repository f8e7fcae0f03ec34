import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { findProcesses, hasEntry, postmaster, startStages, waitUntil } from './observe.ts';
import {
  createDataDir,
  holdSignIn,
  post,
  type ServerProcess,
  signIn,
  spawnServer,
  startServer,
} from './server-process.ts';

async function readHealth(server: ServerProcess): Promise<number> {
  const answer = await fetch(`${server.address}/healthz`);
  await answer.text();
  return answer.status;
}

/** Refreshes until the server is killed. Returns the last token that was answered. */
async function refreshUntilKilled(server: ServerProcess, refreshToken: string): Promise<string> {
  for (let acknowledged = refreshToken; ; ) {
    try {
      const answer = await post(server.address, '/auth/refresh-token', { refreshToken: acknowledged });
      acknowledged = (await answer.json()).data.refreshToken;
    } catch {
      // The connection broke, because the server was killed.
      return acknowledged;
    }
  }
}

test('after kill -9 of the server the next one adopts its database, with every acknowledged write', async () => {
  const dataDir = createDataDir();
  const first = await startServer(dataDir);
  const database = postmaster(dataDir);
  const { data } = await (await signIn(first)).json();
  const writing = refreshUntilKilled(first, data.tokens.refreshToken);
  await pause(300);
  process.kill(first.pid, 'SIGKILL');
  const refreshToken = await writing;

  const second = await startServer(dataDir, { port: first.port });
  expect(postmaster(dataDir).pid).toBe(database.pid);
  expect((await post(second.address, '/auth/refresh-token', { refreshToken })).status).toBe(200);
  process.kill(second.pid, 'SIGTERM');
  expect(await second.ended).toBe(0);
  expect(findProcesses(dataDir)).toEqual([]);
});

test('after kill -9 of server and database the next start recovers, even if its process id is used by another program', async () => {
  const dataDir = createDataDir();
  const first = await startServer(dataDir);
  const { data } = await (await signIn(first)).json();
  const writing = refreshUntilKilled(first, data.tokens.refreshToken);
  await pause(300);
  process.kill(first.pid, 'SIGKILL');
  process.kill(postmaster(dataDir).pid, 'SIGKILL');
  const refreshToken = await writing;
  await waitUntil(() => findProcesses(dataDir).length === 0);
  const lock = join(dataDir, 'postgres', 'postmaster.pid');
  writeFileSync(lock, readFileSync(lock, 'utf8').replace(/^\d+/, `${process.pid}`));

  const second = await startServer(dataDir);
  expect((await post(second.address, '/auth/refresh-token', { refreshToken })).status).toBe(200);
});

test('a database that crashes is restarted, and /healthz answers 503 until then', async () => {
  const dataDir = createDataDir();
  const server = await startServer(dataDir);
  const held = await holdSignIn(dataDir);
  const answer = signIn(server);
  await waitUntil(held.isWaitedFor);
  // It may last for a moment only.
  const isDown = waitUntil(async () => (await readHealth(server)) === 503);
  process.kill(postmaster(dataDir).pid, 'SIGKILL');
  expect((await answer).status).toBe(503);
  await isDown;
  await waitUntil(async () => (await readHealth(server)) === 200);
  await server.says('The database is back.');
  expect((await signIn(server)).status).toBe(200);
  process.kill(server.pid, 'SIGTERM');
  expect(await server.ended).toBe(0);
  expect(findProcesses(dataDir)).toEqual([]);
});

test.each(startStages)('the next start works after kill -9 when %s appears', async (stage) => {
  const dataDir = createDataDir();
  const killed = await spawnServer(dataDir);
  await waitUntil(() => hasEntry(dataDir, stage));
  process.kill(killed.pid, 'SIGKILL');
  await killed.ended;
  const server = await startServer(dataDir);
  expect((await signIn(server)).status).toBe(200);
  expect(readdirSync(dataDir).sort()).toEqual(['postgres', 'postgres.log']);
});
