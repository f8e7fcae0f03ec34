import { expect, test } from 'vitest';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { startServer } from './server.ts';

test('the server serves in a process of its own, and one that has ended is named', async () => {
  const { url } = await cloneDatabase();
  const server = await startServer(url);
  const { status } = await fetch(`http://127.0.0.1:${server.port}/healthz`);
  expect(status).toBe(200);
  expect(await server.takeQueries()).toEqual([]);
  await server.stop();
  await expect(server.takeQueries()).rejects.toThrow('The server has ended: code 0.');
});
