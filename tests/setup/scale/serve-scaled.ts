import { type Kysely, sql } from 'kysely';
import { afterAll, inject } from 'vitest';
import type { Database } from '#api/db/schema.ts';
import { withDatabaseName } from '../api/database.ts';
import { startScaledProduct } from './product.ts';

/** Set by `npm run bench:scale`, for the test files that it names. */
export const isScaled = () => process.env.SCALED === '1';

/** Until the test file ends. Returns the origin. */
export async function serveScaled({
  DATABASE_URL: databaseUrl,
  ...env
}: Record<string, string> & { DATABASE_URL: string }): Promise<string> {
  const product = await startScaledProduct({ databaseUrl, siteFolder: inject('siteFolder'), env });
  afterAll(product.stop);
  return product.origin;
}

/** The clock of real servers cannot be moved, and nothing else of them can be seen. */
export async function serveDatabaseScaled(db: Kysely<Database>) {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db);
  const databaseUrl = withDatabaseName(inject('databaseUrl'), rows[0]?.name ?? '');
  const origin = await serveScaled({ DATABASE_URL: databaseUrl, DEMO: '0' });
  const unseen = () => {
    throw new Error('This is not known of servers in other processes.');
  };
  return {
    base: `${origin}/api/v1`,
    clock: {
      get now() {
        return new Date();
      },
      set now(_) {
        unseen();
      },
    },
    get logLines() {
      return unseen();
    },
    get sent() {
      return unseen();
    },
    sendQueuedMail: unseen,
    waitForMailTo: async () => unseen(),
  };
}
