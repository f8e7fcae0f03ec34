import type { Kysely } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import * as search from './migrations/0001-search.ts';
import * as accounts from './migrations/0002-accounts.ts';
import * as subscriptions from './migrations/0003-subscriptions.ts';
import * as recipes from './migrations/0004-recipes.ts';
import * as payments from './migrations/0005-payments.ts';
import * as errands from './migrations/0006-errands.ts';
import * as security from './migrations/0007-security.ts';
import * as appendOnly from './migrations/0008-append-only.ts';
import * as tokenAges from './migrations/0009-token-ages.ts';
import * as graceOfARefresh from './migrations/0010-grace-of-a-refresh.ts';
import type { Database } from './schema.ts';

/** Applied in the order of their names; Kysely refuses one that is older than the newest applied. */
const migrations: Record<string, Migration> = {
  '0001-search': search,
  '0002-accounts': accounts,
  '0003-subscriptions': subscriptions,
  '0004-recipes': recipes,
  '0005-payments': payments,
  '0006-errands': errands,
  '0007-security': security,
  '0008-append-only': appendOnly,
  '0009-token-ages': tokenAges,
  '0010-grace-of-a-refresh': graceOfARefresh,
};

/**
 * Migrates the database to the newest schema, under the lock of the migrator, so that servers may start together.
 * Throws with the name of the failed migration.
 */
export async function migrate(db: Kysely<Database>): Promise<void> {
  const { error, results } = await migratorOf(db).migrateToLatest();
  if (!error) return;
  const failed = results?.find((result) => result.status === 'Error')?.migrationName;
  throw new Error(`The database could not be migrated${failed ? ` (${failed})` : ''}.`, { cause: error });
}

/** Whether every migration is applied. */
export async function isMigrated(db: Kysely<Database>): Promise<boolean> {
  const known = await migratorOf(db).getMigrations();
  return known.every(({ executedAt }) => executedAt !== undefined);
}

function migratorOf(db: Kysely<Database>): Migrator {
  return new Migrator({ db, provider: { getMigrations: async () => migrations } });
}
