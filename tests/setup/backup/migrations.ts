import fs from 'node:fs/promises';
import path from 'node:path';
import { FileMigrationProvider, Migrator } from 'kysely/migration';
import type { Db } from '#api/db/schema.ts';

const migrationFolder = path.resolve(import.meta.dirname, '../../../api/db/migrations');

/** Migrates an empty database as the version before the newest migration did. */
export async function migrateToLastButOne(db: Db): Promise<void> {
  const migrator = new Migrator({ db, provider: new FileMigrationProvider({ fs, path, migrationFolder }) });
  const names = (await migrator.getMigrations()).map(({ name }) => name);
  const { error } = await migrator.migrateTo(names.at(-2) ?? '');
  if (error) throw error;
}
