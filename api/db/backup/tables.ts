import { sql } from 'kysely';
import { DEFAULT_MIGRATION_TABLE } from 'kysely/migration';
import { StartError } from '../../config/start-error.ts';
import type { Db } from '../schema.ts';

/** `names` are the tables in the schema that our migrations write to. */
export type Tables = { schema: string; names: string[] };

/** Leaves out the tables of extensions. Throws StartError without a schema. */
export async function readTables(db: Db): Promise<Tables> {
  const { rows } = await sql<Tables>`
    select current_schema() as schema, array(
      select relname::text from pg_class
      where relnamespace = quote_ident(current_schema())::regnamespace and relkind in ('r', 'p') and not exists (
        select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e')
      order by relname) as names`.execute(db);
  const [tables] = rows;
  if (!tables?.schema) throw new StartError('The database has no schema that its role can use.');
  return tables;
}

/** Whether these are the tables of this product: its users, and the list of migrations. */
export function areOurs(names: readonly string[]): boolean {
  return names.includes(DEFAULT_MIGRATION_TABLE) && names.includes('users');
}

/** The major version of the server, such as 18. */
export async function readServerMajor(db: Db): Promise<number> {
  const { rows } = await sql<{ server_version_num: string }>`show server_version_num`.execute(db);
  return Math.floor(Number(rows[0]?.server_version_num) / 10_000);
}
