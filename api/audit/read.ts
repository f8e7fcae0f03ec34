import { type Kysely, sql } from 'kysely';
import type { Database } from '../db/schema.ts';

/** The present name of an entry's actor; null for a change by the users themselves. */
const actorName = sql<string | null>`case audit_entries.actor
  when 'administrator' then coalesce(
    (select first_name || ' ' || last_name || ' (' || email || ')' from users where id = actor_id),
    'A former administrator')
  when 'command_line' then 'Command line'
  when 'housekeeping' then 'Housekeeping'
  when 'start' then 'Server start'
end`;

/** The entries about a user, newest first, at most `limit`. */
export async function auditOf(db: Kysely<Database>, userId: number, limit: number) {
  return db
    .selectFrom('audit_entries')
    .where('user_id', '=', userId)
    .select(['id', 'at', 'action', 'changes', 'request_id', actorName.as('by')])
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** The number of entries about a user. */
export async function countAudit(db: Kysely<Database>, userId: number): Promise<number> {
  const { count } = await db
    .selectFrom('audit_entries')
    .where('user_id', '=', userId)
    .select(sql<number>`count(*)::integer`.as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/**
 * The changes of a user after `version` in the audit log: the fields, the newest entry (null where the newest change
 * has none), and whether every change has an entry.
 */
export async function changesSince(
  db: Kysely<Database>,
  user: { id: number; version: number },
  version: number,
) {
  const entries = await db
    .selectFrom('audit_entries')
    .where('user_id', '=', user.id)
    .where('user_version', '>', version)
    .select(['at', 'user_version', 'changes', actorName.as('by')])
    .orderBy('id', 'desc')
    .execute();
  const [newest] = entries;
  const fields = entries.flatMap(({ changes }) => changes.map(({ field }) => field));
  return {
    last: newest?.user_version === user.version ? newest : null,
    fields,
    isComplete: entries.length === user.version - version,
  };
}
