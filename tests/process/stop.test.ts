import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { isPortFree } from '#tests/setup/api/port.ts';
import { findProcesses, hasEntry, killProcess, startStages, waitUntil } from './observe.ts';
import {
  createDataDir,
  holdSignIn,
  isRoot,
  nobody,
  type ServerProcess,
  signIn,
  spawnServer,
  startServer,
} from './server-process.ts';

async function expectNothingLeft(server: ServerProcess, dataDir: string): Promise<void> {
  expect(findProcesses(dataDir)).toEqual([]);
  expect(await isPortFree(server.port)).toBe(true);
}

test.skipIf(!isRoot).each([
  ['root', undefined],
  ['nobody', nobody],
])('%s starts, uses and stops the server below a folder of mode 700', async (_name, account) => {
  const dataDir = createDataDir(account);
  const server = await startServer(dataDir, { ...(account ? { account } : {}) });
  expect((await fetch(`${server.address}/healthz`)).status).toBe(200);
  expect((await signIn(server)).status).toBe(200);
  process.kill(server.pid, 'SIGTERM');
  expect(await server.ended).toBe(0);
  await expectNothingLeft(server, dataDir);
});

test('a demo shows its password on the first start only', async () => {
  const dataDir = createDataDir();
  const env = { DEMO: '1', ADMIN_EMAIL: '', ADMIN_PASSWORD: '' };
  for (const isFirst of [true, false]) {
    const server = await startServer(dataDir, { env });
    expect(server.output()).toContain('admin@mealwright.example');
    expect(/Password: +([a-z2-9]{4}-){3}[a-z2-9]{4}/.test(server.output())).toBe(isFirst);
    process.kill(server.pid, 'SIGTERM');
    expect(await server.ended).toBe(0);
  }
});

test.each([
  ['SIGTERM', 1],
  ['SIGINT', -1],
] as const)('%s waits for a write in flight, but not for idle connections', async (signal, group) => {
  const dataDir = createDataDir();
  const server = await startServer(dataDir);
  const idle = connect(server.port, '127.0.0.1');
  idle.write('GET /healthz HT');
  const idleEnd = once(idle, 'close');
  await (await fetch(`${server.address}/healthz`)).text();

  const held = await holdSignIn(dataDir);
  const answer = signIn(server);
  await waitUntil(held.isWaitedFor);
  // Twice, because npm forwards the signal that the terminal has sent. The first one has come when idle connections end.
  process.kill(group * server.pid, signal);
  await idleEnd;
  process.kill(group * server.pid, signal);
  await waitUntil(() => isPortFree(server.port));
  // Longer than a stop takes that does not wait for the write.
  await pause(3_000);
  await held.release();

  const { status, headers } = await answer;
  expect(status).toBe(200);
  expect(headers.get('connection')).toBe('close');
  expect(await server.ended).toBe(0);
  await expectNothingLeft(server, dataDir);
});

test('a second signal ends the wait: the write in flight answers 503', async () => {
  const dataDir = createDataDir();
  const server = await startServer(dataDir);
  const held = await holdSignIn(dataDir);
  const answer = signIn(server);
  await waitUntil(held.isWaitedFor);
  process.kill(server.pid, 'SIGTERM');
  await waitUntil(() => isPortFree(server.port));
  // Within a second it is taken for the same signal.
  await pause(1_200);
  process.kill(server.pid, 'SIGTERM');
  expect((await answer).status).toBe(503);
  expect(await server.ended).toBe(0);
  await expectNothingLeft(server, dataDir);
});

test.each(startStages)('SIGTERM when %s appears leaves nothing, and the next start works', async (stage) => {
  const dataDir = createDataDir();
  const stopped = await spawnServer(dataDir);
  await waitUntil(() => hasEntry(dataDir, stage));
  process.kill(-stopped.pid, 'SIGTERM');
  expect(await stopped.ended).toBe(0);
  expect(stopped.output()).toBe('');
  await expectNothingLeft(stopped, dataDir);
  const server = await startServer(dataDir);
  expect((await signIn(server)).status).toBe(200);
});

// Ctrl-C reaches the process group, and so a program that has no own session yet.
test('SIGTERM that also ends initdb is a stop, not a failure', async () => {
  const dataDir = createDataDir();
  const stopped = await spawnServer(dataDir);
  const makers = () => findProcesses(`postgres.new-${stopped.pid}-`);
  await waitUntil(() => makers().length > 0);
  process.kill(stopped.pid, 'SIGTERM');
  while (makers().length > 0) for (const pid of makers()) killProcess(pid);
  expect(await stopped.ended).toBe(0);
  expect(stopped.output()).toBe('');
  await expectNothingLeft(stopped, dataDir);
});
