import { type RawBuilder, sql } from 'kysely';
import type { Page } from '../db/lists/page.ts';
import type { Db } from '../db/schema.ts';

/** The current name and e-mail of the user with the id in this column; the name alone of a deleted account. Or null. */
export function personName(column: string): RawBuilder<string | null> {
  return sql<string | null>`(
    select first_name || ' ' || last_name || case status when 'deleted' then '' else ' (' || email || ')' end
    from users where id = ${sql.ref(column)})`;
}

/** The current name and e-mail of the administrator with the id in this column. */
export function administratorName(column: string): RawBuilder<string> {
  return sql<string>`coalesce(${personName(column)}, 'A former administrator')`;
}

/** The current name of the actor; null for the users themselves. */
export const actorName = sql<string | null>`case audit_entries.actor
  when 'administrator' then ${administratorName('audit_entries.actor_id')}
  when 'command_line' then 'Command line'
  when 'housekeeping' then 'Housekeeping'
  when 'start' then 'Server start'
  when 'app_backend' then 'App backend (key ' || audit_entries.actor_key || ')'
end`;

/** Newest first. The names are read for the page only, not for the entries before it. */
export async function listAuditEntries(db: Db, userId: number, { offset, limit }: Page) {
  const ids = db
    .selectFrom('audit_entries')
    .where('user_id', '=', userId)
    .select('id')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset);
  return db
    .selectFrom('audit_entries')
    .where('id', 'in', ids)
    .select(['id', 'at', 'action', 'changes', 'request_id', actorName.as('by')])
    .orderBy('id', 'desc')
    .execute();
}

export async function countAuditEntries(db: Db, userId: number): Promise<number> {
  const { count } = await db
    .selectFrom('audit_entries')
    .where('user_id', '=', userId)
    .select(sql<number>`count(*)::integer`.as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** `last`: null if the newest change has no entry. `isComplete`: every change after `version` has an entry. */
export async function readChangesSince(db: Db, user: { id: number; version: number }, version: number) {
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
