import type { CompiledQuery } from 'kysely';
import { afterAll } from 'vitest';
import { openDatabase } from '#api/db/open.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { serveApi } from '#tests/setup/api/serve.ts';

/** The API of this test file, and the queries that it sends. */
export async function serveRecorded() {
  const database = await cloneDatabase();
  const sent: CompiledQuery[] = [];
  const recording = openDatabase(database.url, () => undefined, {
    onQuery: ({ level, query }) => {
      if (level === 'query') sent.push(query);
    },
  });
  const api = await serveApi(recording, { backgroundDb: database.db, healthDb: database.db });
  afterAll(() => recording.destroy());
  return { database, db: database.db, sent, api };
}
