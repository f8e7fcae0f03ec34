import { type RawBuilder, sql } from 'kysely';
import type { ActivityFilters, AuditedRecord, RecordKind } from '#contract/activity.ts';
import type { Change } from '#contract/audit.ts';
import type { Page } from '../db/lists/page.ts';
import { conditionsOf, type Filters, type List, selectPage, withTotal } from '../db/lists/read-list.ts';
import type { Db } from '../db/schema.ts';
import { actorName, personName } from './read.ts';

const MAX_CHANGES = 20;

const filters: Filters<ActivityFilters> = {
  by: (actor) =>
    /^\d/.test(actor) ? sql`actor_id = ${Number(actor)}` : sql`(actor = ${actor} and actor_id is null)`,
  action: (action) => sql`action = ${action}`,
  record: (record) => {
    const [kind, text] = record.split(':');
    const id = Number(text);
    if (kind === 'user') return sql`user_id = ${id}`;
    return kind === 'payment' ? sql`payment_id = ${id}` : sql`recipe_ids @> array[${id}]::integer[]`;
  },
  from: (time) => sql`at >= ${new Date(time)}`,
  before: (time) => sql`at < ${new Date(time)}`,
};

/** Newest first. */
export const activityList = (query: ActivityFilters): List => ({
  table: 'audit_entries',
  where: conditionsOf<ActivityFilters>(filters, query),
  orderBy: sql`at desc, id desc`,
});

/** The entries of a page, and how many the list has: exactly, or at least 10,000. */
export function readActivityList(db: Db, { query, page }: { query: ActivityFilters; page: Page }) {
  const list = activityList(query);
  return withTotal(db, list, () => readRows(db, selectPage(list, page)));
}

/** With at most `MAX_CHANGES` changes each. */
export async function readRows(db: Db, ids: RawBuilder<{ id: number }>) {
  return db
    .selectFrom('audit_entries')
    .where('id', 'in', sql<number>`(${ids})`)
    .select([
      'id',
      'at',
      'action',
      'request_id',
      'user_id',
      'payment_id',
      actorName.as('by'),
      personName('audit_entries.user_id').as('person'),
      sql<string | null>`(
        select email from users where id = audit_entries.user_id and status <> 'deleted')`.as('email'),
      sql<number | null>`recipe_ids[1]`.as('recipe_id'),
      sql<number | null>`cardinality(recipe_ids)`.as('recipes'),
      sql<string | null>`(select title from recipes where id = recipe_ids[1])`.as('title'),
      // If thousands of recipes were removed, the log holds every title.
      sql<Change[]>`jsonb_path_query_array(changes, ${`$[0 to ${MAX_CHANGES - 1}]`}::jsonpath)`.as('changes'),
      sql<number>`greatest(0, jsonb_array_length(changes) - ${MAX_CHANGES}::integer)`.as('more_changes'),
    ])
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

export type ActivityRow = Awaited<ReturnType<typeof readRows>>[number];

/** A check of a payment names its user too. */
export function toAuditedRecord(row: ActivityRow): AuditedRecord | null {
  const { user_id: userId, payment_id, recipe_id, recipes, person, email, title } = row;
  const about = (kind: RecordKind, id: number | null, name: string | null): AuditedRecord => ({
    kind,
    id,
    name,
    userId: person === null ? null : userId,
  });
  if (payment_id !== null) return about('payment', payment_id, email ?? person);
  if (userId !== null) return about('user', userId, person);
  if (recipe_id === null || recipes === null) return null;
  return recipes === 1
    ? about('recipe', recipe_id, title)
    : about('recipe', null, `${recipes.toLocaleString('en-US')} recipes`);
}
