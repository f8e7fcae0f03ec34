import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { createHttpServer, type FetchHandler } from '#api/http/node-server.ts';

/** Many requests on one connection, sent without waiting for answers. */

/** As many as fit into one chunk of 64 KB. */
const REQUESTS = 1_200;
const CAP = 1;

async function serve(fetch: FetchHandler, options: Parameters<typeof createHttpServer>[2] = {}) {
  const server = createHttpServer(fetch, '127.0.0.1', options);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return address.port;
}

/** The requests `/0`, `/1` and so on; a POST body holds the same number. */
function pipeline(method: 'GET' | 'POST', count: number): string {
  return Array.from({ length: count }, (_, number) => {
    const body = method === 'POST' ? String(number) : '';
    const length = method === 'POST' ? `Content-Length: ${body.length}\r\n` : '';
    return `${method} /${number} HTTP/1.1\r\nHost: x\r\n${length}\r\n${body}`;
  }).join('');
}

async function open(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  return socket;
}

test('a client that reads nothing gets few answers computed for any number of requests', async () => {
  const body = Buffer.alloc(2_000_000);
  let called = 0;
  const port = await serve(() => {
    called += 1;
    return new Response(body);
  });
  const socket = await open(port);
  socket.pause();
  socket.write(pipeline('GET', 200));
  await expect.poll(() => called).toBeGreaterThanOrEqual(CAP);
  await pause(500);
  // Socket buffers hold some answers.
  expect(called).toBeLessThanOrEqual(CAP + 8);
});

test('while requests wait, nothing more is read', async () => {
  const port = await serve(() => new Promise<Response>(() => undefined));
  const socket = await open(port);
  // More than the socket buffers hold.
  const request = `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(10_000)}\r\n\r\n`;
  const sent = new Promise<string>((done) => socket.write(request.repeat(3_000), () => done('sent')));
  expect(await Promise.race([sent, pause(3_000, 'waiting')])).toBe('waiting');
});

test.each(['GET', 'POST'] as const)(
  '%s: many requests get every answer in order, one at a time',
  async (method) => {
    let atWork = 0;
    let most = 0;
    const port = await serve(async (request) => {
      atWork += 1;
      most = Math.max(most, atWork);
      const body = await request.text();
      const name = new URL(request.url).pathname.slice(1);
      // Some answers take longer than the next ones.
      await pause(Number(name.at(-1)) % 4 || 0);
      atWork -= 1;
      return new Response(`<${name} ${body}>`);
    });
    const socket = await open(port);
    let text = '';
    socket.setEncoding('utf8').on('data', (piece: string) => {
      text += piece;
    });
    socket.write(pipeline(method, REQUESTS));
    const last = `<${REQUESTS - 1} ${method === 'POST' ? REQUESTS - 1 : ''}>`;
    await expect.poll(() => text.includes(last), { timeout: 30_000 }).toBe(true);
    const wanted = Array.from({ length: REQUESTS }, (_, number) =>
      method === 'POST' ? `<${number} ${number}>` : `<${number} >`,
    );
    expect(text.match(/<[^>]*>/g)).toEqual(wanted);
    expect(most).toBe(CAP);
    // The connection can still be used.
    socket.write('GET /again HTTP/1.1\r\nHost: x\r\n\r\n');
    await expect.poll(() => text).toContain('<again >');
  },
);

test('waiting requests are dropped when their connection closes', async () => {
  let called = 0;
  const answers: (() => void)[] = [];
  const port = await serve(async () => {
    called += 1;
    await new Promise<void>((done) => answers.push(done));
    return new Response('late');
  });
  const socket = await open(port);
  socket.write(pipeline('GET', 100));
  await expect.poll(() => called).toBe(CAP);
  socket.resetAndDestroy();
  await pause(50);
  for (const answer of answers) answer();
  await pause(50);
  expect(called).toBe(CAP);
});

test('a connection with many requests does not keep the others waiting', async () => {
  const order: string[] = [];
  const port = await serve((request) => {
    order.push(new URL(request.url).pathname);
    return new Response('x');
  });
  const [many, one] = [await open(port), await open(port)];
  many.write(pipeline('GET', REQUESTS));
  one.write('GET /one HTTP/1.1\r\nHost: x\r\n\r\n');
  await expect.poll(() => order.length).toBe(REQUESTS + 1);
  // A few pass until the other connection is read.
  expect(order.indexOf('/one')).toBeLessThan(REQUESTS / 10);
});

test('more connections than the limit are closed; the place of one that ends is free again', async () => {
  expect(createHttpServer(() => new Response(), '127.0.0.1').maxConnections).toBe(3_000);
  const port = await serve(() => new Response('here'), { maxConnections: 1 });
  const first = await open(port);
  const second = await open(port);
  await once(second, 'close');
  first.destroy();
  const ask = () =>
    fetch(`http://127.0.0.1:${port}`).then(
      ({ status }) => status,
      () => null,
    );
  await expect.poll(ask).toBe(200);
});

test('a connection that reads no answer is closed after a timeout', async () => {
  const port = await serve(() => new Response('x'.repeat(20_000_000)), { socketTimeoutMs: 100 });
  const socket = await open(port);
  socket.pause();
  socket.write(pipeline('GET', 1));
  await pause(1_000);
  // Data in transit is read; the rest never arrives.
  socket.resume();
  await once(socket, 'close');
  expect(socket.bytesRead).toBeLessThan(20_000_000);
});
