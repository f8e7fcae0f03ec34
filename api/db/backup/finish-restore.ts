import { sql } from 'kysely';
import { migrate } from '../migrate.ts';
import { openDatabase } from '../open.ts';
import { liftTimeLimit, setRoleSettings } from '../role-settings.ts';
import { readTables } from './tables.ts';

export type RestoreOptions = {
  /** An absolute path. */
  file: string;
  /** Whether a database that isn’t empty may be emptied first. */
  intoEmpty: boolean;
  signal: AbortSignal;
  /** Tells the operator what is about to be deleted. */
  tell: (text: string) => void;
};

export type Restored = { tables: number; users: number };

/**
 * Brings restored data to this version. The clients of the catalog may have seen changes that the backup doesn’t have, so
 * they start again. The planner needs new statistics.
 */
export async function finishRestore(url: string): Promise<Restored> {
  const db = openDatabase(url, () => undefined, { connections: 1 });
  try {
    await migrate(db);
    await setRoleSettings(db);
    await db.transaction().execute(async (transaction) => {
      await liftTimeLimit(transaction);
      await sql`select restart_catalog()`.execute(transaction);
      await sql`analyze`.execute(transaction);
    });
    const { users } = await db
      .selectFrom('users')
      .select(({ fn }) => fn.countAll<string>().as('users'))
      .executeTakeFirstOrThrow();
    return { tables: (await readTables(db)).names.length, users: Number(users) };
  } finally {
    await db.destroy();
  }
}

/** The message about a backup with a migration that this version doesn’t have. */
export function refuseVersion(file: string, migration: string): string {
  return `${file} is from another version, whose change “${migration}” this one doesn’t have. Restore it with that version.`;
}
