import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, inject } from 'vitest';
import { openDatabase } from '#api/db/open.ts';
import type { Db } from '#api/db/schema.ts';
import { withDatabaseName } from './database.ts';

/** A migrated database for this test file, dropped at its end. */
export async function cloneDatabase(): Promise<{ db: Db; url: string }> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const server = openDatabase(inject('databaseUrl'), () => undefined);
  const create = sql`create database ${sql.id(name)} template ${sql.id(inject('templateName'))} strategy file_copy`;
  await create.execute(server);
  const url = withDatabaseName(inject('databaseUrl'), name);
  const db = openDatabase(url, () => undefined);
  afterAll(async () => {
    await db.destroy();
    await sql`drop database ${sql.id(name)} with (force)`.execute(server);
    await server.destroy();
  });
  return { db, url };
}
