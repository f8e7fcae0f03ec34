import { once } from 'node:events';
import { Hono } from 'hono';
import pg from 'pg';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { toProblemResponse } from '#api/http/error-response.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';

const { url } = await cloneDatabase();

test('a query on a connection that broke before it answers 503', async () => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const broken = once(client, 'error');
  await client.query('select pg_terminate_backend(pg_backend_pid())').catch(() => undefined);
  await broken;
  const app = new Hono();
  app.onError((error, context) => toProblemResponse(error, context, pino({ level: 'silent' })));
  app.get('/', async (context) => {
    await client.query('select 1');
    return context.text('never');
  });
  const response = await app.request('/');
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '2']);
});
