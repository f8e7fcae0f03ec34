import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { serveApi } from '#tests/setup/api/serve.ts';

/** A client that disconnects is no server error; a server error at the same time is logged. */

const head =
  'POST /api/v1/auth/forgot-password HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 30\r\n\r\n';

async function open(base: string) {
  const socket = connect(Number(new URL(base).port), '127.0.0.1');
  await once(socket, 'connect');
  return socket;
}

test('a client that disconnects during its body causes no error in the log', async () => {
  const { db } = await cloneDatabase();
  const api = await serveApi(db);
  for (const end of ['destroy', 'resetAndDestroy'] as const) {
    const socket = await open(api.base);
    socket.write(`${head}{"email":`);
    await pause(50);
    socket[end]();
  }
  // When another request is answered, the server has handled both.
  await pause(200);
  expect((await fetch(new URL('/healthz', api.base))).status).toBe(200);
  expect(api.logLines.map((line) => JSON.parse(line).level)).not.toContain('error');
});

test('a server error is logged even if the client has disconnected', async () => {
  const { db } = await cloneDatabase();
  const api = await serveApi(db);
  await sql`alter table limits rename to hidden`.execute(db);
  const socket = await open(api.base);
  socket.write(`${head}{"email":"ann@example.com"   }`);
  socket.destroySoon();
  await expect.poll(() => api.logLines.join('')).toContain('"level":"error"');
});
