import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { createHttpServer } from '#api/http/node-server.ts';
import { defaultHeaders } from '#api/http/security-headers.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { readAnswer, sendRaw } from '#tests/setup/api/raw.ts';
import { serveApi } from '#tests/setup/api/serve.ts';

/** Requests that Node refuses before the application sees them. */

const { db } = await cloneDatabase();
const api = await serveApi(db);
const port = Number(new URL(api.base).port);
const send = async (bytes: string) => readAnswer(await sendRaw(port, bytes));

const signIn = 'POST /api/v1/auth/admin-login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';

const refused: readonly (readonly [string, number, string])[] = [
  ['garbage', 400, 'nothing of this is HTTP\r\n\r\n'],
  ['the first bytes of TLS', 400, '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001'],
  ['an unknown method', 400, 'BREW / HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['two lengths', 400, `${signIn}Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n`],
  ['a broken chunk', 400, `${signIn}Transfer-Encoding: chunked\r\n\r\nzz\r\n`],
  ['20 KB of headers', 431, `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`],
  ['an address of 20 KB', 431, `GET /${'x'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`],
  ['an unknown expectation', 417, 'GET / HTTP/1.1\r\nHost: x\r\nExpect: foo\r\n\r\n'],
  ['no host', 400, 'GET / HTTP/1.1\r\n\r\n'],
  ['two hosts', 400, 'GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n'],
  ['a host that is none', 400, 'GET / HTTP/1.1\r\nHost: a/b\r\n\r\n'],
  ['an address that is none', 400, 'GET http://[bad/ HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['every address', 400, 'OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['a tunnel', 405, 'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\n\r\n'],
];

test.each(refused)(
  '%s: %i with every security header, a request id and a message',
  async (_name, status, bytes) => {
    const { headers, body, status: answered } = await send(bytes);
    expect(answered).toBe(status);
    expect(Object.fromEntries(headers)).toMatchObject({
      ...defaultHeaders,
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
      connection: 'close',
      date: expect.stringMatching(/GMT$/),
      'x-request-id': expect.stringMatching(/^[\w-]{36}$/),
    });
    expect(JSON.parse(body)).toEqual({ status, message: expect.stringMatching(/^[A-Z].{10,}\.$/) });
  },
);

test('every refusal has its own request id', async () => {
  const answers = await Promise.all(refused.map(([, , bytes]) => send(bytes)));
  expect(new Set(answers.map(({ headers }) => headers.get('x-request-id'))).size).toBe(refused.length);
});

test('CONNECT is refused with the allowed methods', async () => {
  const { headers } = await send('CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\n\r\n');
  expect(headers.get('allow')).toBe('GET, HEAD, POST, PUT, OPTIONS');
});

test('HTTP/1.0 needs no host, and an unsupported upgrade is an ordinary request', async () => {
  expect((await send('GET /healthz HTTP/1.0\r\n\r\n')).status).toBe(200);
  const upgrade =
    'GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close, Upgrade\r\nUpgrade: websocket\r\n\r\n';
  expect((await send(upgrade)).status).toBe(200);
});

test('408 for a request that does not arrive in time', async () => {
  const server = createHttpServer(() => new Response('in time'), '127.0.0.1', {
    headersTimeout: 50,
    requestTimeout: 100,
    connectionsCheckingInterval: 25,
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  afterAll(() => server.close());
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  const { status, headers, body } = readAnswer(await sendRaw(address.port, 'GET / HTTP/1.1\r\nHost: x\r\n'));
  expect(status).toBe(408);
  expect(Object.fromEntries(headers)).toMatchObject(defaultHeaders);
  expect(JSON.parse(body)).toMatchObject({ status: 408 });
});

test('an answered request is not answered again, with any bytes after it', async () => {
  const socket = connect(port, '127.0.0.1');
  socket.setEncoding('utf8');
  let text = '';
  socket.on('data', (piece: string) => {
    text += piece;
  });
  const ended = once(socket, 'close');
  // 405 is sent before the body arrives; then the body is invalid.
  socket.write('POST /healthz HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n');
  await expect.poll(() => text).toContain('}');
  socket.write('zz\r\n');
  await ended;
  expect(readAnswer(text).status).toBe(405);
});

test('a client that is refused while it sends gets the whole answer', async () => {
  const { status } = await send(`GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(2_000_000)}\r\n\r\n`);
  expect(status).toBe(431);
});

test('invalid bytes after an answered request are refused', async () => {
  const socket = connect(port, '127.0.0.1');
  socket.setEncoding('utf8');
  let text = '';
  socket.on('data', (piece: string) => {
    text += piece;
  });
  const ended = once(socket, 'close');
  socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
  await expect.poll(() => text).toContain('"OK"');
  socket.write('garbage\r\n\r\n');
  await ended;
  expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 400']);
});

test('the server still answers after a client has disconnected early', async () => {
  const socket = connect(port, '127.0.0.1');
  socket.write(`${signIn}Content-Length: 100\r\n\r\n{`);
  await once(socket, 'connect');
  socket.resetAndDestroy();
  expect((await fetch(new URL('/healthz', api.base))).status).toBe(200);
});
