import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { readAnswer } from '#tests/setup/api/raw.ts';
import { serveApi } from '#tests/setup/api/serve.ts';

/** A client that is refused while it sends. */

const { db } = await cloneDatabase();
const api = await serveApi(db);
const port = Number(new URL(api.base).port);

const MEGABYTE = 'x'.repeat(1_000_000);

/** Sends the head, then slowly `pieces` megabytes, and reads only after that, as simple clients do. */
async function sendFirst(head: string, pieces: number): Promise<string> {
  const socket = connect(port, '127.0.0.1').setEncoding('utf8').pause();
  const failed = new Promise<never>((_, reject) => socket.once('error', reject));
  const sent = async (text: string) => {
    await Promise.race([failed, new Promise<void>((done) => socket.write(text, () => done()))]);
  };
  const isChunked = head.includes('chunked');
  const length = isChunked ? '' : `\r\nContent-Length: ${pieces * MEGABYTE.length}`;
  await sent(`${head}\r\nHost: x${length}\r\n\r\n`);
  for (let piece = 1; piece <= pieces; piece += 1) {
    await sent(isChunked ? `${MEGABYTE.length.toString(16)}\r\n${MEGABYTE}\r\n` : MEGABYTE);
    await pause(30);
  }
  if (isChunked) await sent('0\r\n\r\n');
  let text = '';
  socket.on('data', (piece: string) => {
    text += piece;
  });
  socket.resume();
  const closed = new Promise<void>((done) => socket.once('close', () => done()));
  await Promise.race([failed, closed]);
  return text;
}

const signIn = 'POST /api/v1/auth/admin-login HTTP/1.1\r\nContent-Type: application/json';

test.each([
  ['413', signIn],
  ['413 to one that closes', `${signIn}\r\nConnection: close`],
  ['413 to one that names no length', `${signIn}\r\nTransfer-Encoding: chunked`],
  ['413 to HTTP/1.0', signIn.replace('HTTP/1.1', 'HTTP/1.0')],
  ['415', 'POST /api/v1/auth/admin-login HTTP/1.1\r\nConnection: close'],
  ['405', 'POST /healthz HTTP/1.1\r\nConnection: close'],
  ['401', 'PUT /api/v1/admin/users/1 HTTP/1.1\r\nConnection: close'],
])('%s reaches a client that reads only after it has sent everything', async (status, head) => {
  const answer = readAnswer(await sendFirst(head, 8));
  expect(answer.status).toBe(Number.parseInt(status, 10));
  expect(answer.headers.get('connection')).toBe('close');
  expect(JSON.parse(answer.body)).toMatchObject({ status: answer.status });
});

test('the answer is sent at once, and the connection closes even if the rest never arrives', async () => {
  const socket = connect(port, '127.0.0.1').setEncoding('utf8');
  let text = '';
  socket.on('data', (piece: string) => {
    text += piece;
  });
  socket.write(`${signIn}\r\nHost: x\r\nContent-Length: 2000000\r\n\r\n${MEGABYTE}`);
  await expect.poll(() => text).toContain('too large');
  expect(socket.destroyed).toBe(false);
  await new Promise((done) => socket.once('close', done));
  expect(readAnswer(text).status).toBe(413);
});

test('a client that never stops sending is disconnected', async () => {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(`${signIn}\r\nHost: x\r\nContent-Length: ${1e12}\r\n\r\n`);
  while (!socket.destroyed && socket.bytesWritten < 200_000_000) {
    await new Promise<void>((done) => socket.write(MEGABYTE, () => done()));
  }
  expect(socket.destroyed).toBe(true);
});
