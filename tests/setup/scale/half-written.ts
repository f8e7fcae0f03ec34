import { sql } from 'kysely';
import type { Db } from '#api/db/schema.ts';

/**
 * Recipes without their version, recipes that an administrator made without an audit entry, and users whose changes
 * aren’t all in the log. `titles` and `phones` are patterns of LIKE for what a test has written.
 */
export async function findHalfWritten(
  db: Db,
  { titles, phones }: { titles: string; phones: string },
): Promise<unknown[]> {
  const { rows } = await sql`
    select title from recipes where not exists
      (select from recipe_versions where recipe_id = recipes.id and version = recipes.version)
    union all
    select title from recipes where title like ${titles} and not exists
      (select from audit_entries where action = 'recipe_created' and recipes.id = any (recipe_ids))
    union all
    select phone from users where phone like ${phones} and version - 1 <>
      (select count(*) from audit_entries where user_id = users.id and action = 'user_updated')`.execute(db);
  return rows;
}

/** The phone numbers that the log of changes says were saved. */
export async function readSavedPhones(db: Db): Promise<string[]> {
  const { rows } = await sql<{ phone: string }>`
    select change ->> 'to' as phone from audit_entries, jsonb_array_elements(changes::jsonb) as change
    where action = 'user_updated' and change ->> 'field' = 'phone'`.execute(db);
  return rows.map(({ phone }) => phone);
}
