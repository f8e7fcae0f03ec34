import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { readEnvironment } from '#api/config/environment.ts';
import { openDatabase } from '#api/db/open.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';

const { url } = await cloneDatabase();

test.each(['run', 'shop:europe-west1:main'])('a database answers over the socket in %s', async (name) => {
  const { hostname, port, username, password, pathname } = new URL(url);
  const folder = mkdtempSync(join(tmpdir(), `${name}-`));
  // The test's PostgreSQL listens on a port only.
  const server = createServer((socket) => {
    const target = connect(Number(port), hostname);
    // A connection that ends may be reset before the other side has read it.
    for (const side of [socket, target]) side.on('error', () => socket.destroy());
    socket.pipe(target).pipe(socket);
  });
  server.listen(join(folder, '.s.PGSQL.5432'));
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    rmSync(folder, { recursive: true });
  });
  const address = `postgres://${username}:${password}@${pathname}?host=${folder}`;
  const { databaseUrl } = readEnvironment({ DATABASE_URL: address });
  const errors: Error[] = [];
  const db = openDatabase(databaseUrl ?? '', (error) => errors.push(error));
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db);
  expect(rows).toEqual([{ name: pathname.slice(1) }]);
  // Later the database is dropped, which a connection that is ending may hear of.
  expect(errors).toEqual([]);
  await db.destroy();
});
