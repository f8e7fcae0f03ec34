import { once } from 'node:events';
import { createConnection, createServer, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Hono } from 'hono';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '#api/db/open.ts';
import { toProblemResponse } from '#api/http/error-response.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { createTestLog } from '#tests/setup/api/log.ts';

const { url } = await cloneDatabase();

/** The answer and the log of a request that fails as `query` does. */
async function ask(query: () => Promise<unknown>) {
  const lines: string[] = [];
  const app = new Hono();
  app.onError((error, context) => toProblemResponse(error, context, createTestLog(lines)));
  app.get('/', async (context) => {
    await query();
    return context.text('never');
  });
  const response = await app.request('/', {}, {});
  return { status: response.status, retryAfter: response.headers.get('retry-after'), lines };
}

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  client.on('error', () => undefined);
  return client;
}

/** A server that does to each connection what `answer` does; its address for the driver. */
async function pretend(answer: (socket: Socket) => void): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    answer(socket);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  return `postgres://a@127.0.0.1:${typeof address === 'object' ? address?.port : 0}/a`;
}

const connectTo = (connectionString: string) => () => new pg.Client({ connectionString }).connect();

/** PostgreSQL's ErrorResponse. */
function refusal(code: string): Buffer {
  const body = Buffer.from(`SFATAL\0VFATAL\0C${code}\0Mthe database system is starting up\0\0`);
  const head = Buffer.alloc(5);
  head.write('E');
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

const gone = {
  status: 503,
  retryAfter: '2',
  lines: [expect.stringContaining('a request was refused because the database cannot be reached')],
};

test('a query on a connection that broke before it answers 503', async () => {
  const client = await connect();
  const broken = once(client, 'error');
  await client.query('select pg_terminate_backend(pg_backend_pid())').catch(() => undefined);
  await broken;
  expect(await ask(() => client.query('select 1'))).toEqual(gone);
});

test('a query whose connection is terminated answers 503', async () => {
  const client = await connect();
  expect(await ask(() => client.query('select pg_terminate_backend(pg_backend_pid())'))).toEqual(gone);
});

test('a query on a connection that was closed answers 503', async () => {
  const client = await connect();
  await client.end();
  expect(await ask(() => client.query('select 1'))).toEqual(gone);
});

test('a query of a server that stops answers 503', async () => {
  const { db } = await cloneDatabase();
  await sql`select`.execute(db);
  await db.destroy();
  expect(await ask(() => sql`select`.execute(db))).toEqual(gone);
});

test('a database that refuses, resets or ends connections answers 503', async () => {
  const closed = createServer().listen(0, '127.0.0.1');
  await once(closed, 'listening');
  const address = closed.address();
  const port = typeof address === 'object' ? address?.port : 0;
  closed.close();
  await once(closed, 'close');
  expect(await ask(connectTo(`postgres://a@127.0.0.1:${port}/a`))).toEqual(gone);
  expect(await ask(connectTo(await pretend((socket) => socket.resetAndDestroy())))).toEqual(gone);
  expect(await ask(connectTo(await pretend((socket) => socket.end())))).toEqual(gone);
  expect(await ask(() => new pg.Client({ host: '/nowhere/at/all', user: 'a' }).connect())).toEqual(gone);
});

test.each(['57P01', '57P02', '57P03', '08006'])(
  'a database that answers %s, as one that stops or starts, answers 503',
  async (code) => {
    const server = await pretend((socket) => socket.once('data', () => socket.end(refusal(code))));
    expect(await ask(connectTo(server))).toEqual(gone);
  },
);

test('a query that gets no answer spoils no later one', async () => {
  const { hostname, port } = new URL(url);
  const sockets: Socket[] = [];
  // As after a failover: what is open stays silent, and a new connection works.
  const proxy = await pretend((socket) => {
    sockets.push(socket);
    const server = createConnection(Number(port), hostname).on('error', () => undefined);
    socket.pipe(server).pipe(socket);
    socket.on('close', () => server.destroy());
  });
  const through = new URL(url);
  through.port = new URL(proxy).port;
  const db = openDatabase(through.href, () => undefined, { connections: 1, queryTimeoutMs: 500 });
  onTestFinished(() => db.destroy());
  await sql`select 1`.execute(db);
  await sql`select 1`.execute(db);
  expect(sockets).toHaveLength(1);
  sockets[0]?.unpipe();
  await expect(sql`select 1`.execute(db)).rejects.toThrow('Query read timeout');
  await sql`select 1`.execute(db);
  expect(sockets).toHaveLength(2);
});

test('another error stays 500', async () => {
  const client = await connect();
  expect(await ask(() => client.query('select 1/0'))).toMatchObject({ status: 500, retryAfter: null });
  const missing = Object.assign(new Error('no file'), { code: 'ENOENT', syscall: 'open' });
  expect(await ask(() => Promise.reject(missing))).toMatchObject({ status: 500 });
  await client.end();
});

test('a connection that the server ends while it closes is not reported as lost', async () => {
  const { hostname, port } = new URL(url);
  const closed = Promise.withResolvers<void>();
  // As when the database stops before it has read that the client leaves.
  const stopping = await pretend((socket) => {
    const server = createConnection(Number(port), hostname);
    server.pipe(socket);
    socket.on('data', (sent) => {
      const isTerminate = sent.toString('latin1', 0, 1) === 'X';
      if (isTerminate) socket.end(refusal('57P01'));
      else server.write(sent);
    });
    socket.on('close', () => {
      server.destroy();
      closed.resolve();
    });
  });
  const through = new URL(url);
  through.port = new URL(stopping).port;
  const lost: Error[] = [];
  const db = openDatabase(through.href, (error) => lost.push(error));
  await sql`select`.execute(db);
  await db.destroy();
  await closed.promise;
  await nextTurn();
  expect(lost).toEqual([]);
});
