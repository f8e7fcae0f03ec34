import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { UsersQuery } from '#contract/users/list.ts';
import { figure, readFigure } from '../../db/figures/read.ts';
import { chooseCondition } from '../../db/lists/choose-condition.ts';
import { fromNearerEnd, type Page } from '../../db/lists/page.ts';
import type { rememberCounts } from '../../db/lists/remember-counts.ts';
import { matchesKeyword, matchesUsersByIndex } from '../../db/lists/search.ts';
import { COUNT_LIMIT, type Total, toTotal } from '../../db/lists/total.ts';
import type { Database } from '../../db/schema.ts';
import { createdWithin, isFiltered, matchesAll } from './conditions.ts';
import { type Group, isInGroups, readGroups } from './groups.ts';
import { countUpToLimitIn, foundUpToLimit, orderedIds, walkedIds } from './ids.ts';
import { type Order, orderBy, readOrder } from './order.ts';

type Services = { db: Kysely<Database>; count: ReturnType<typeof rememberCounts> };
type UserList = { query: UsersQuery; page: Page };

/** Rows before a page that is read from the beginning of the list, whatever its length. */
const MAX_FORWARD_ROWS = 10_000;
/** Rows that are read in the order of the list, before an index of the words is quicker. */
const MAX_WALK_ROWS = 4_000;

/** Newest first without `sort`. The total is exact, or at least 10,000. */
export async function readUserList({ db, count }: Services, { query, page }: UserList) {
  const order = readOrder(query);
  if (!isFiltered(query)) return readWhole(db, { order, page });
  const groups = await readGroups(db, query);
  if (groups?.length === 0) return { rows: [], total: { count: 0, isMinimum: false } };
  const within = createdWithin(query);
  if (query.keyword?.trim() || (within && order.key !== 'created')) {
    return readMatches({ db, count }, { query, groups, order, page });
  }
  return readOrdered(db, { groups, within, order, page });
}

/** A page near the beginning brings the total along. One far from it is read from the nearer end, by the total. */
async function readWhole(db: Kysely<Database>, { order, page }: { order: Order; page: Page }) {
  const isNear = page.offset <= MAX_FORWARD_ROWS;
  const total = isNear ? Number.POSITIVE_INFINITY : await readFigure(db, 'users');
  const ids = orderedIds({ groups: null, where: sql`true`, ...fromNearerEnd(order, page, total) });
  const rows = await selectRows(db, { ids, order })
    .$if(isNear, (query) => query.select(figure('users').as('users')))
    .execute();
  const count = isNear ? (rows[0]?.users ?? (await readFigure(db, 'users'))) : total;
  return { rows, total: { count, isMinimum: false } };
}

type Ordered = {
  groups: readonly Group[] | null;
  /** The time in which the users were created; the list is in this order. */
  within: RawBuilder<boolean> | null;
  order: Order;
  page: Page;
};

/** Chosen values, whose users are counted by the figures; with a time, they are counted here. */
async function readOrdered(db: Kysely<Database>, { groups, within, order, page }: Ordered) {
  const where = within ?? sql<boolean>`true`;
  if (!within) {
    const users = (groups ?? []).reduce((sum, group) => sum + group.users, 0);
    const ids = orderedIds({ groups, where, ...fromNearerEnd(order, page, users) });
    return { rows: await readRows(db, { ids, order }), total: toTotal(users) };
  }
  const [rows, counted] = await Promise.all([
    readRows(db, { ids: orderedIds({ groups, where, order, page }), order }),
    countCreated(db, { groups, where }),
  ]);
  return { rows, total: toTotal(counted) };
}

/** Of a time, in the index that has its order. */
async function countCreated(
  db: Kysely<Database>,
  { groups, where }: { groups: readonly Group[] | null; where: RawBuilder<boolean> },
): Promise<number> {
  const order = readOrder({});
  const { rows } = await countUpToLimitIn({ groups, where, order }).execute(db);
  return rows[0]?.count ?? 0;
}

type Matches = UserList & { groups: readonly Group[] | null; order: Order };

/** Conditions that no index has in the order of the list: a keyword, or a time in another order. */
async function readMatches({ db, count }: Services, { query, groups, order, page }: Matches) {
  const { sort: _sort, order: _order, page: _page, pageSize: _size, ...filters } = query;
  let found: Promise<Found> | null = null;
  const find = () => {
    found ??= findMatches(db, { query, groups, order, page });
    return found;
  };
  const countMatches = async () =>
    query.keyword?.trim()
      ? (await find()).count
      : countCreated(db, { groups, where: matchesAll(createdWithin(query)) });
  const [users, counted] = await Promise.all([
    readFigure(db, 'users'),
    count(JSON.stringify(filters), countMatches),
  ]);
  const total = toTotal(counted);
  const isComplete = found !== null && !total.isMinimum;
  const walked = isComplete ? null : await walkMatches(db, { query, groups, order, page, users, total });
  return { rows: walked ?? (await readFound(db, await find(), order)), total };
}

type Found = { count: number; ids: readonly number[] };

async function readFound(db: Kysely<Database>, { ids }: Found, order: Order) {
  if (ids.length === 0) return [];
  return readRows(db, { ids: sql`select unnest(${ids}::integer[])`, order });
}

async function findMatches(db: Kysely<Database>, { query, groups, order, page }: Matches): Promise<Found> {
  const others = matchesAll(groups && isInGroups(groups), createdWithin(query));
  const keyword = query.keyword ?? '';
  const search = { table: 'users', keyword, indexed: matchesUsersByIndex(keyword), others } as const;
  const found = await chooseCondition(db, search);
  if (!found) return { count: COUNT_LIMIT + 1, ids: [] };
  const where = matchesAll(found, others);
  const { rows } = await foundUpToLimit({ where, order, page }).execute(db);
  return rows[0] ?? { count: 0, ids: [] };
}

type Walk = Matches & { users: number; total: Total };

/** Many matches: the page is soon full if the first rows are read one by one. Null if finding all of them is quicker. */
async function walkMatches(db: Kysely<Database>, { query, groups, order, page, users, total }: Walk) {
  const wanted = total.isMinimum ? page.limit : Math.min(page.limit, total.count - page.offset);
  if (wanted <= 0) return [];
  const time = createdWithin(query);
  // In its own order, the time is where the walk begins and ends.
  const [within, others] = order.key === 'created' ? [time, null] : [null, time];
  const keyword = matchesKeyword(query.keyword ?? '');
  const where = matchesAll(keyword, groups && isInGroups(groups), others);
  const walk = (maxRows: number | null) =>
    readRows(db, { ids: walkedIds({ within: matchesAll(within), where, order, page }, maxRows), order });
  if (total.isMinimum && !groups) return walk(null);
  const expected = ((page.offset + page.limit) * users) / total.count;
  if (expected <= MAX_WALK_ROWS) {
    const rows = await walk(MAX_WALK_ROWS);
    // Fewer if the matches are further on than expected.
    if (rows.length >= wanted) return rows;
  }
  if (!total.isMinimum) return null;
  const ids = orderedIds({ groups, where: matchesAll(keyword, time), order, page });
  return readRows(db, { ids, order });
}

type Selected = { ids: RawBuilder<{ id: number }>; order: Order };

/** Only the columns that are sent. */
function selectRows(db: Kysely<Database>, { ids, order }: Selected) {
  return db
    .selectFrom('users')
    .where('id', 'in', sql<number>`(${ids})`)
    .select([
      'id',
      'first_name',
      'last_name',
      'email',
      'phone',
      'status',
      'role',
      'onboarding_status',
      'is_email_verified',
      'created_at',
    ])
    .orderBy(orderBy(order));
}

async function readRows(db: Kysely<Database>, selected: Selected) {
  return selectRows(db, selected).execute();
}
