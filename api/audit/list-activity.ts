import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { ActivityFilters, AuditedRecord, RecordKind } from '#contract/activity.ts';
import type { Change } from '#contract/audit.ts';
import type { Page } from '../db/lists/page.ts';
import type { rememberCounts } from '../db/lists/remember-counts.ts';
import { COUNT_LIMIT, toTotal } from '../db/lists/total.ts';
import type { Database } from '../db/schema.ts';
import { actorName, personName } from './read.ts';

const MAX_CHANGES = 20;

type Services = { db: Kysely<Database>; count: ReturnType<typeof rememberCounts> };

/** Newest first. The total is exact, or at least 10,000. */
export async function listActivity(
  { db, count }: Services,
  { filters, page }: { filters: ActivityFilters; page: Page },
) {
  const where = sql<boolean>`(${sql.join([sql`true`, ...conditionsOf(filters)], sql` and `)})`;
  const idsOf = filters.record === undefined ? pageOf : pageOfRecord;
  const [counted, rows] = await Promise.all([
    count(JSON.stringify(filters), async () => {
      const found = await sql<{ count: number }>`
        select count(*)::integer as count from (${idsOf(where, { offset: 0, limit: COUNT_LIMIT + 1 })}) as found`.execute(
        db,
      );
      return found.rows[0]?.count ?? 0;
    }),
    readRows(db, idsOf(where, page)),
  ]);
  return { rows, total: toTotal(counted) };
}

/** Each with an index of its own, see migration 0022. */
function conditionsOf({ by, action, record, from, before }: ActivityFilters): RawBuilder<unknown>[] {
  return [
    ...(by === undefined ? [] : [isBy(by)]),
    ...(action === undefined ? [] : [sql`action = ${action}`]),
    ...(record === undefined ? [] : [isAbout(record)]),
    ...(from === undefined ? [] : [sql`at >= ${new Date(from)}`]),
    ...(before === undefined ? [] : [sql`at < ${new Date(before)}`]),
  ];
}

/** The id of an administrator, or another actor. */
function isBy(by: string): RawBuilder<unknown> {
  return /^\d/.test(by) ? sql`actor_id = ${Number(by)}` : sql`(actor = ${by} and actor_id is null)`;
}

function isAbout(record: string): RawBuilder<unknown> {
  const [kind, text] = record.split(':');
  const id = Number(text);
  if (kind === 'user') return sql`user_id = ${id}`;
  return kind === 'payment' ? sql`payment_id = ${id}` : sql`recipe_ids @> array[${id}]::integer[]`;
}

const order = sql`at desc, id desc`;

/** Reads an index in the order of the list. */
function pageOf(where: RawBuilder<boolean>, { offset, limit }: Page): RawBuilder<{ id: number }> {
  return sql`select id from audit_entries where ${where} order by ${order} limit ${limit} offset ${offset}`;
}

/** Finds every entry of the record first: it has few, and the planner may expect many. */
function pageOfRecord(where: RawBuilder<boolean>, { offset, limit }: Page): RawBuilder<{ id: number }> {
  return sql`with found as materialized (select id, at from audit_entries where ${where})
    select id from found order by ${order} limit ${limit} offset ${offset}`;
}

async function readRows(db: Kysely<Database>, ids: RawBuilder<{ id: number }>) {
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
      // Of a removal of thousands of recipes the log holds every title.
      sql<Change[]>`jsonb_path_query_array(changes, ${`$[0 to ${MAX_CHANGES - 1}]`}::jsonpath)`.as('changes'),
      sql<number>`greatest(0, jsonb_array_length(changes) - ${MAX_CHANGES}::integer)`.as('more_changes'),
    ])
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

type ActivityRow = Awaited<ReturnType<typeof readRows>>[number];

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
