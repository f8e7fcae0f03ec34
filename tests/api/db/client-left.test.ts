import { connect, createServer, type Socket } from 'node:net';
import { sql } from 'kysely';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { openDatabase } from '#api/db/open.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';

/** Kysely would print the errors of aborted queries to the console, where every line is a JSON object of the log. */
const printed = vi.spyOn(console, 'error');
afterEach(() => expect(printed).not.toHaveBeenCalled());

const { db: direct, url } = await cloneDatabase();

/** What listens before the database: `onConnection` gets each connection to it. */
async function openBehind(onConnection: (socket: Socket) => void) {
  const server = createServer(onConnection);
  const { port } = await new Promise<{ port: number }>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve({ port: typeof address === 'object' && address ? address.port : 0 });
    });
  });
  const address = new URL(url);
  [address.hostname, address.port] = ['127.0.0.1', String(port)];
  const lost: string[] = [];
  const db = openDatabase(address.href, ({ message }) => lost.push(message));
  onTestFinished(async () => {
    await db.destroy();
    server.close();
  });
  return { server, db, lost };
}

function leave() {
  const left = new AbortController();
  const options = { signal: left.signal, inflightQueryAbortStrategy: 'cancel query' } as const;
  return { options, now: () => left.abort(new Error('left')) };
}

async function readSleeping(): Promise<number[]> {
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`.execute(
    direct,
  );
  return rows.map(({ pid }) => pid);
}

test('a query in a transaction is canceled, the rest is rolled back, and its connection is used again', async () => {
  const db = openDatabase(url, () => undefined, { connections: 1 });
  onTestFinished(() => db.destroy());
  const client = leave();
  const working = db.transaction().execute(async (transaction) => {
    await sql`create table left_behind ()`.execute(transaction);
    await sql`select pg_sleep(60)`.execute(transaction, client.options);
  });
  const outcome = expect(working).rejects.toThrow('left');
  await expect.poll(readSleeping).toHaveLength(1);
  client.now();
  await outcome;
  const { rows } = await sql`select to_regclass('left_behind') as found`.execute(db);
  expect(rows).toEqual([{ found: null }]);
});

test('a connection that fails after the client has left', async () => {
  const arrived = Promise.withResolvers<Socket>();
  let hasLeft = false;
  const { db } = await openBehind((socket) => (hasLeft ? socket.destroy() : arrived.resolve(socket)));
  const client = leave();
  const outcome = expect(sql`select 1`.execute(db, client.options)).rejects.toThrow('left');
  const socket = await arrived.promise;
  client.now();
  await outcome;
  hasLeft = true;
  socket.destroy();
  // The second one fails after the first.
  await expect(sql`select 1`.execute(db)).rejects.toThrow();
});

test('a query that could not be canceled is reported', async () => {
  const target = new URL(url);
  const { server, db, lost } = await openBehind((socket) => {
    const onward = connect(Number(target.port), target.hostname);
    socket.pipe(onward).pipe(socket);
    socket.on('error', () => onward.destroy());
    onward.on('error', () => socket.destroy());
  });
  const client = leave();
  const outcome = expect(sql`select pg_sleep(60)`.execute(db, client.options)).rejects.toThrow('left');
  await expect.poll(readSleeping).toHaveLength(1);
  // The connection that is open stays; the request to cancel needs a new one.
  server.close();
  client.now();
  await outcome;
  await expect.poll(() => lost.join('\n')).toContain('ECONNREFUSED');
  for (const pid of await readSleeping()) await sql`select pg_cancel_backend(${pid})`.execute(direct);
  await expect.poll(readSleeping).toEqual([]);
});
