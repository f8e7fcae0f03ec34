import { type Kysely, type RawBuilder, sql } from 'kysely';
import { MINIMUM_TOTAL } from '#contract/list-query.ts';
import type { Database } from '../schema.ts';
import type { Page } from './page.ts';

/** Beyond this no list is counted. */
const COUNT_LIMIT = 10_000;

/** `isMinimum`: there are more rows than `count`. */
export type Total = { readonly count: number; readonly isMinimum: boolean };

export type Condition = RawBuilder<boolean>;

/** By name of a filter: the condition that a row has to meet for a value of it. */
export type Filters<Query> = {
  readonly [Name in keyof Query]-?: (value: NonNullable<Query[Name]>) => Condition;
};

/** The rows that a list shows, in their order. */
export type List = {
  table: 'users' | 'recipes' | 'failed_payments' | 'audit_entries';
  /** What the conditions and the order need beside the table. */
  join?: RawBuilder<unknown>;
  /** A row meets all of them. */
  where: readonly Condition[];
  /** Ends with the id, so that a page neither repeats nor skips a row. */
  orderBy: RawBuilder<unknown>;
};

/** The conditions of the filters that have a value. A blank text is none. */
export function conditionsOf<Query extends object>(filters: Filters<Query>, query: Query): Condition[] {
  const conditions: Condition[] = [];
  for (const name of Object.keys(filters) as (keyof Query)[]) {
    const value = query[name];
    if (value === undefined || value === null || (typeof value === 'string' && value.trim() === '')) continue;
    conditions.push(filters[name](value));
  }
  return conditions;
}

/** The condition of a row that meets all of them. */
export function matchesAll(conditions: readonly Condition[]): Condition {
  return conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(conditions, sql` and `)})`;
}

/** A query for the ids of a whole list, in its order. */
export function selectIds(list: List): RawBuilder<{ id: number }> {
  return sql`select ${sql.ref(`${list.table}.id`)} ${fromWhere(list)} order by ${list.orderBy}`;
}

type ListReading<Row> = {
  list: List;
  page: Page;
  /** Reads the rows by a query for their ids, in the order of the list. */
  readRows: (ids: RawBuilder<{ id: number }>) => Promise<Row[]>;
};

/** The rows of a page, and how many rows the list has. */
export async function readList<Row>(
  db: Kysely<Database>,
  { list, page, readRows }: ListReading<Row>,
): Promise<{ rows: Row[]; total: Total }> {
  const ids = sql<{ id: number }>`${selectIds(list)} limit ${page.limit} offset ${page.offset}`;
  const [rows, total] = await Promise.all([readRows(ids), countUpToLimit(db, fromWhere(list))]);
  return { rows, total };
}

/** `from … where …` of the rows that a list shows. */
export function fromWhere({ table, join = sql``, where }: List): RawBuilder<unknown> {
  return sql`from ${sql.table(table)} ${join} where ${matchesAll(where)}`;
}

/** Counts the rows of `from … where …`, and stops at one more than the limit. */
export async function countUpToLimit(db: Kysely<Database>, source: RawBuilder<unknown>): Promise<Total> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (select ${source} limit ${COUNT_LIMIT + 1}) as found`.execute(db);
  const count = rows[0]?.count ?? 0;
  return { count: Math.min(count, COUNT_LIMIT), isMinimum: count > COUNT_LIMIT };
}

/** What an answer with this total names among its features. */
export function totalFeatures({ isMinimum }: Total): string[] {
  return isMinimum ? [MINIMUM_TOTAL] : [];
}
