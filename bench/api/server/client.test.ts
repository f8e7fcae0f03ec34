import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createClient } from './client.ts';

type Handle = Parameters<typeof createServer>[1];

async function clientOf(handle: NonNullable<Handle>) {
  const server = createServer(handle).listen(0, '127.0.0.1');
  await new Promise((listening) => server.once('listening', listening));
  onTestFinished(() => void server.close());
  const client = createClient((server.address() as AddressInfo).port, 1);
  onTestFinished(client.disconnect);
  return client;
}

const list = { method: 'GET', path: '/admin/users', token: 'abc' };

test('a call has its token and body, and comes from another client each time', async () => {
  const seen: object[] = [];
  const client = await clientOf(async ({ method, url, headers, socket }, response) => {
    const { authorization, 'content-type': type, 'x-forwarded-for': from } = headers;
    seen.push({ method, url, authorization, type, from, connection: socket.remotePort });
    response.end('{}');
  });
  expect(await client.send(list)).toEqual({ status: 200, body: Buffer.from('{}') });
  await client.send({ method: 'POST', path: '/auth/x', token: null, body: { a: 1 } });
  client.disconnect();
  await client.send({ method: 'POST', path: '/auth/x', token: null, body: Buffer.from('a') });
  const url = '/api/v1/auth/x';
  expect(seen).toMatchObject([
    { method: 'GET', url: '/api/v1/admin/users', authorization: 'Bearer abc', from: '10.0.0.1' },
    { method: 'POST', url, type: 'application/json', from: '10.0.0.2' },
    { method: 'POST', url, type: 'application/octet-stream', from: '10.0.0.3' },
  ]);
  const [one, two, three] = seen.map((call) => (call as { connection: number }).connection);
  expect(two).toBe(one);
  expect(three).not.toBe(one);
});

test('a call on a connection that the server closed goes out again; on a new one it fails', async () => {
  let calls = 0;
  const client = await clientOf((request, response) => {
    calls += 1;
    if (calls === 2 || calls > 3) request.socket.destroy();
    else response.end('{}');
  });
  await client.send(list);
  expect((await client.send(list)).status).toBe(200);
  expect(calls).toBe(3);
  client.disconnect();
  await expect(client.send(list)).rejects.toThrow('socket hang up');
});
