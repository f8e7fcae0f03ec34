import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { serveApi } from '#tests/setup/api/serve.ts';

/** A visitor who goes away is no fault of ours; a fault that happens meanwhile still is. */

const head =
  'POST /api/v1/auth/forgot-password HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 30\r\n\r\n';

async function open(base: string) {
  const socket = connect(Number(new URL(base).port), '127.0.0.1');
  await once(socket, 'connect');
  return socket;
}

test('a visitor who hangs up in the middle of a body leaves no error in the log', async () => {
  const { db } = await cloneDatabase();
  const api = await serveApi(db);
  for (const end of ['destroy', 'resetAndDestroy'] as const) {
    const socket = await open(api.base);
    socket.write(`${head}{"email":`);
    await pause(50);
    socket[end]();
  }
  // The server is done with both when it has answered another request.
  await pause(200);
  expect((await fetch(new URL('/healthz', api.base))).status).toBe(200);
  expect(api.logLines.map((line) => JSON.parse(line).level)).not.toContain('error');
});

test('a fault of ours is an error, also where its visitor has hung up', async () => {
  const { db } = await cloneDatabase();
  const api = await serveApi(db);
  await sql`alter table limits rename to hidden`.execute(db);
  const socket = await open(api.base);
  socket.write(`${head}{"email":"ann@example.com"   }`);
  socket.destroySoon();
  await expect.poll(() => api.logLines.join('')).toContain('"level":"error"');
});
