import { sql } from 'kysely';
import type { Db } from '#api/db/schema.ts';

/** Ids that are in no table, for actors with as many entries as a filter can list. */
export const logActors = { administrator: 1, rareAdministrator: 900_000_001 } as const;

/**
 * Adds entries to the audit log, one a minute up to now: two thirds by one administrator, the others by users and
 * housekeeping; one in 500 by a second administrator. Each is about a user, a recipe, several recipes or a payment.
 */
export async function fillLog(
  db: Db,
  { entries, users, recipes }: { entries: number; users: number; recipes: number },
): Promise<void> {
  await sql`
    insert into audit_entries (at, actor, actor_id, action, user_id, payment_id, recipe_ids, changes, request_id)
    select now() - (${entries}::integer - n) * interval '1 minute',
      case when n % 500 = 0 or n % 3 > 0 then 'administrator' when n % 2 = 0 then 'owner' else 'housekeeping' end,
      case when n % 500 = 0 then ${logActors.rareAdministrator}::integer
        when n % 3 > 0 then ${logActors.administrator}::integer end,
      case when n % 1000 = 0 then 'user_suspended' when n % 8 = 5 then 'recipes_changed'
        when n % 8 = 6 then 'recipe_updated' when n % 8 = 7 then 'payment_checked' else 'user_updated' end,
      case when n % 8 not in (5, 6) then 1 + (n * 7919::bigint % ${users}::integer) end,
      case when n % 8 = 7 then 1 + (n * 7919::bigint % ${users}::integer) end,
      case when n % 8 = 6 then array[1 + n % ${recipes}::integer]
        when n % 8 = 5 then array[1 + n % ${recipes}::integer, 1 + (n * 7) % ${recipes}::integer] end,
      '[{"field": "phone", "from": "1", "to": "2"}]', gen_random_uuid()
    from generate_series(1, ${entries}::integer) as n`.execute(db);
  await sql`vacuum analyze audit_entries`.execute(db);
}
