import { totalmem } from 'node:os';
import pg from 'pg';
import { expect, inject, test } from 'vitest';

test('the embedded PostgreSQL caches a quarter of the memory, from 128 MB to 1 GB', async () => {
  const client = new pg.Client({ connectionString: inject('databaseUrl') });
  await client.connect();
  const { rows } = await client.query<{ bytes: string }>(
    `select pg_size_bytes(current_setting('shared_buffers')) as bytes`,
  );
  await client.end();
  const memory = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
  const megabytes = Number(rows[0]?.bytes) / 1_048_576;
  expect(megabytes).toBe(Math.round(Math.min(1_024, Math.max(128, memory / 4 / 1_048_576))));
});
