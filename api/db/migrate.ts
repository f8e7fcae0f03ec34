import fs from 'node:fs/promises';
import path from 'node:path';
import { type Kysely, sql } from 'kysely';
import { FileMigrationProvider, Migrator } from 'kysely/migration';
import { liftTimeLimit } from './pooler/no-time-limit.ts';
import type { Database } from './schema.ts';

/** Every file of this folder is a migration. Kysely applies them by name and refuses one older than the newest applied. */
const FOLDER = path.join(import.meta.dirname, 'migrations');

/** Arbitrary; no other advisory lock uses it. */
const MIGRATION_LOCK = 7_262_024;

/**
 * In one transaction with a lock, so that servers may start together, and without a time limit. Throws with the name of
 * the failed migration. `to` is for tests.
 */
export async function migrate(db: Kysely<Database>, { to }: { to?: string } = {}): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await liftTimeLimit(transaction);
    await sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`.execute(transaction);
    const migrator = createMigrator(transaction);
    const { error, results } = to ? await migrator.migrateTo(to) : await migrator.migrateToLatest();
    if (!error) return;
    const failed = results?.find((result) => result.status === 'Error')?.migrationName;
    throw new Error(`The database could not be migrated${failed ? ` (${failed})` : ''}.`, { cause: error });
  });
}

export async function isMigrated(db: Kysely<Database>): Promise<boolean> {
  const known = await createMigrator(db).getMigrations();
  return known.every(({ executedAt }) => executedAt !== undefined);
}

function createMigrator(db: Kysely<Database>): Migrator {
  const provider = new FileMigrationProvider({
    fs,
    path,
    migrationFolder: FOLDER,
    onFileIgnored: (name) => {
      throw new Error(`${name} is no migration.`);
    },
  });
  return new Migrator({ db, provider });
}
