import fs from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { DEFAULT_MIGRATION_TABLE, FileMigrationProvider, Migrator } from 'kysely/migration';
import { StartError } from '../config/start-error.ts';
import { liftTimeLimit } from './role-settings.ts';
import type { Db } from './schema.ts';

/**
 * Every file of this folder is a migration. Kysely applies them by name and refuses one older than the newest applied.
 */
const FOLDER = path.join(import.meta.dirname, 'migrations');

/** Arbitrary; no other advisory lock uses it. A restore takes it, too, so that no server migrates meanwhile. */
export const MIGRATION_LOCK = 7_262_024;

/**
 * In one transaction with a lock, so that servers may start together, and without a time limit. `dataDir` is the folder
 * of an embedded database, for the message. Throws StartError for migrations that this version doesn't have, and otherwise
 * with the name of the failed migration.
 */
export async function migrate(db: Db, { dataDir = null }: { dataDir?: string | null } = {}): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await liftTimeLimit(transaction);
    await sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`.execute(transaction);
    await refuseUnknownMigrations(transaction, dataDir);
    const { error, results } = await createMigrator(transaction).migrateToLatest();
    if (!error) return;
    const failed = results?.find((result) => result.status === 'Error')?.migrationName;
    throw new Error(`The database could not be migrated${failed ? ` (${failed})` : ''}.`, { cause: error });
  });
}

/** The name of the first migration of the database that this version doesn't have, or undefined. */
export async function findUnknownMigration(db: Db): Promise<string | undefined> {
  const { rows: tables } = await sql<{ found: string | null }>`
    select to_regclass(${DEFAULT_MIGRATION_TABLE}) as found`.execute(db);
  if (!tables[0]?.found) return undefined;
  const { rows } = await sql<{ name: string }>`
    select name from ${sql.table(DEFAULT_MIGRATION_TABLE)} order by name`.execute(db);
  return await findUnknownName(rows.map(({ name }) => name));
}

/** The first of these names of migrations that this version doesn't have, or undefined. */
export async function findUnknownName(names: readonly string[]): Promise<string | undefined> {
  const known = await createProvider().getMigrations();
  return names.find((name) => !Object.hasOwn(known, name));
}

async function refuseUnknownMigrations(db: Db, dataDir: string | null): Promise<void> {
  const unknown = await findUnknownMigration(db);
  if (unknown === undefined) return;
  const [data, anew] = dataDir
    ? [`The data in ${dataDir}`, 'move that folder away']
    : ['The database at DATABASE_URL', 'set DATABASE_URL to an empty database'];
  throw new StartError(
    `${data} is from another version, whose change “${unknown}” this one doesn’t have. To keep what you need, start that version and export it from its lists; then ${anew} and start again.`,
  );
}

/** Whether the database has every migration of this version, and no other. */
export async function isMigrated(db: Db): Promise<boolean> {
  const known = await createMigrator(db).getMigrations();
  const isComplete = known.every(({ executedAt }) => executedAt !== undefined);
  return isComplete && (await findUnknownMigration(db)) === undefined;
}

function createMigrator(db: Db): Migrator {
  return new Migrator({ db, provider: createProvider() });
}

function createProvider(): FileMigrationProvider {
  return new FileMigrationProvider({
    fs,
    path,
    migrationFolder: FOLDER,
    onFileIgnored: (name) => {
      throw new Error(`${name} is no migration.`);
    },
  });
}
