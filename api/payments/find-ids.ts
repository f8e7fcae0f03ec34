import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { PaymentsQuery } from '#contract/payments/list.ts';
import { chooseCondition } from '../db/lists/choose-condition.ts';
import type { Page } from '../db/lists/page.ts';
import type { rememberCounts } from '../db/lists/remember-counts.ts';
import { matchesKeyword, matchesUsersByIndex } from '../db/lists/search.ts';
import { COUNT_LIMIT, countUpToLimit, type Total, toTotal } from '../db/lists/total.ts';
import type { Database } from '../db/schema.ts';
import { hasState, listOrder, listOrderColumns, matchesFilters, stateOf } from './filters.ts';
import { keptCount } from './values.ts';

type Reading = { db: Kysely<Database>; now: Date };
type Services = Reading & { count: ReturnType<typeof rememberCounts> };

/** Rows that are read in the order of the list, before it is quicker to find every match and sort. */
const MAX_WALK_ROWS = 4_000;

/** Whether no index has the rows in the order of the list: with a keyword, or a time in another order. */
export function isFound({ keyword, age, recovered, deadline, access, sort }: PaymentsQuery): boolean {
  if (hasKeyword(keyword) || access || (recovered && (age || sort))) return true;
  if (deadline) return sort !== 'deadline' || age !== undefined;
  return age !== undefined && sort !== undefined && sort !== 'created';
}

/** The same for lists of the same payments. */
export function matchKey({ page: _, pageSize: __, sort: ___, order: ____, ...query }: PaymentsQuery): string {
  return JSON.stringify(Object.entries(query).toSorted());
}

export type FoundIds = {
  total: Total;
  /** Of the rows on the page; 0 if it is beyond the end. */
  wanted: number;
  ids: RawBuilder<{ id: number }>;
  /** If `ids` finds fewer rows than wanted. */
  otherIds: RawBuilder<{ id: number }> | null;
};

/** Many matches: the list is read until the page is full. Few: an index finds all of them. The count decides. */
export async function findIds(
  { count, ...reading }: Services,
  { query, page }: { query: PaymentsQuery; page: Page },
): Promise<FoundIds> {
  const [listed, counted] = await Promise.all([
    readKeptCount(reading.db, query),
    count(matchKey(query), () => countMatches(reading, query)),
  ]);
  const total = toTotal(counted);
  const walked = { reading, query, page };
  if (total.isMinimum) return { total, wanted: page.limit, ids: walkIds(walked, null), otherIds: null };
  const wanted = Math.max(0, Math.min(page.limit, total.count - page.offset));
  const expected = ((page.offset + page.limit) * listed) / Math.max(1, total.count);
  const sorted = sortIds(walked);
  return expected <= MAX_WALK_ROWS && !isQuickToFind(query, total.count, expected)
    ? { total, wanted, ids: walkIds(walked, MAX_WALK_ROWS), otherIds: sorted }
    : { total, wanted, ids: sorted, otherIds: null };
}

/** An index has the matches of an access, of a deadline and of a month of recoveries: then fewer rows are read. */
function isQuickToFind(
  { access, deadline, recovered, keyword }: PaymentsQuery,
  matches: number,
  expected: number,
) {
  if (hasKeyword(keyword)) return false;
  return access !== undefined || deadline !== undefined || (recovered !== undefined && matches < expected);
}

type Walked = { reading: Reading; query: PaymentsQuery; page: Page };

/** In the order of an index. The inner limit or offset keeps the planner from choosing another way. */
function walkIds({ reading, query, page }: Walked, maxRows: number | null): RawBuilder<{ id: number }> {
  const bound = maxRows === null ? sql`offset 0` : sql`limit ${maxRows}`;
  return sql`select id from (
      select * from failed_payments where ${hasState(stateOf(query))} order by ${listOrder(query)} ${bound}
    ) as listed
    where ${matchesFilters(query, reading.now)} and ${matchesKeyword(query.keyword ?? '')}
    limit ${page.limit} offset ${page.offset}`;
}

/** Only the columns of the order: an index may have all of them. */
function sortIds({ reading, query, page }: Walked): RawBuilder<{ id: number }> {
  const columns = listOrderColumns(query).map((column) => sql.ref(column));
  return sql`with found as materialized (
      select id, ${sql.join(columns)} from failed_payments
      where ${matchesFilters(query, reading.now)} and ${matchesUsersByIndex(query.keyword ?? '')}
    ) select id from found order by ${listOrder(query)} limit ${page.limit} offset ${page.offset}`;
}

async function readKeptCount(db: Kysely<Database>, query: PaymentsQuery): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select ${keptCount({ state: stateOf(query), platform: undefined })} as count`.execute(db);
  return rows[0]?.count ?? 0;
}

async function countMatches(reading: Reading, query: PaymentsQuery): Promise<number> {
  const { keyword = '' } = query;
  const others = matchesFilters(query, reading.now);
  const search = {
    table: 'failed_payments',
    keyword,
    indexed: matchesUsersByIndex(keyword),
    others,
  } as const;
  const found = await chooseCondition(reading.db, search);
  if (!found) return COUNT_LIMIT + 1;
  const where = sql<boolean>`(${others} and ${found})`;
  const { rows } = await countUpToLimit('failed_payments', where).execute(reading.db);
  return rows[0]?.count ?? 0;
}

function hasKeyword(keyword: string | undefined): boolean {
  return keyword !== undefined && keyword.trim() !== '';
}
