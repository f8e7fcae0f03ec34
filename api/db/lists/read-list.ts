import { type RawBuilder, sql } from 'kysely';
import pLimit from 'p-limit';
import { BusyError } from '../../http/problem.ts';
import type { Db } from '../schema.ts';
import type { Page } from './page.ts';

/** Beyond this no list is counted. */
const COUNT_LIMIT = 10_000;

/** Each reads on two connections, so that lists leave some of the pool's ten to other calls, however dear they are. */
const LISTS_AT_ONCE = 3;
const MAX_WAITING_LISTS = 100;
const turns = pLimit(LISTS_AT_ONCE);

/** `isMinimum`: there are more rows than `count`. */
export type Total = { readonly count: number; readonly isMinimum: boolean };

export type Condition = RawBuilder<boolean>;

/** The keys name the filters. Each function makes the condition that a row meets for a value. */
export type Filters<Query> = {
  readonly [Name in keyof Query]-?: (value: NonNullable<Query[Name]>) => Condition;
};

/** The rows that a list shows, in their order. */
export type List = {
  table: 'users' | 'recipes' | 'failed_payments' | 'audit_entries';
  /** A join that the conditions or the order need. */
  join?: RawBuilder<unknown>;
  /** A row meets all of them. */
  where: readonly Condition[];
  /** It ends with the id, so that a page neither repeats nor skips a row. */
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

/** A query for the ids of a page. */
export function selectPage(list: List, { limit, offset }: Page): RawBuilder<{ id: number }> {
  return sql`${selectIds(list)} limit ${limit} offset ${offset}`;
}

/** The rows of a page, which `read` reads, and how many rows the list has. Throws BusyError if too many lists wait. */
export async function withTotal<Row>(
  db: Db,
  list: List,
  read: () => Promise<Row[]>,
): Promise<{ rows: Row[]; total: Total }> {
  if (turns.pendingCount >= MAX_WAITING_LISTS) throw new BusyError('Too many lists wait.');
  const [rows, total] = await turns(() => Promise.all([read(), countUpToLimit(db, fromWhere(list))]));
  return { rows, total };
}

/** `from … where …` of the rows that a list shows. */
export function fromWhere({ table, join = sql``, where }: List): RawBuilder<unknown> {
  return sql`from ${sql.table(table)} ${join} where ${matchesAll(where)}`;
}

/** Counts the rows of `from … where …`, and stops at one more than the limit. */
export async function countUpToLimit(db: Db, source: RawBuilder<unknown>): Promise<Total> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (select ${source} limit ${COUNT_LIMIT + 1}) as found`.execute(db);
  const count = rows[0]?.count ?? 0;
  return { count: Math.min(count, COUNT_LIMIT), isMinimum: count > COUNT_LIMIT };
}

/** The fields of an answer with this total. */
export function toTotalFields({ count, isMinimum }: Total) {
  return { total: count, ...(isMinimum ? { totalIsMinimum: true } : {}) };
}
