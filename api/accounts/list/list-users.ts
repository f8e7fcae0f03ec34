import { type AbortableQueryOptions, type Kysely, type RawBuilder, sql } from 'kysely';
import { figure, readFigure } from '../db/figures/read.ts';
import { foundIds, newestIds, type Page, walkNewestIds } from '../db/lists/newest.ts';
import type { rememberCounts } from '../db/lists/remember-counts.ts';
import { isShortOrForeign, matchesKeyword, matchesUsersByIndex } from '../db/lists/search.ts';
import { countUpToLimit, type Total, toTotal } from '../db/lists/total.ts';
import type { Database } from '../db/schema.ts';

type Reading = { db: Kysely<Database>; options: AbortableQueryOptions };
type Services = Reading & { count: ReturnType<typeof rememberCounts> };
type UserList = { keyword: string; page: Page };

/** Rows before a page that is read from the beginning of the list, whatever its length. */
const MAX_FORWARD_ROWS = 10_000;
/** Rows that are read in the order of the list, before an index of the words is quicker. */
const MAX_WALK_ROWS = 4_000;
/** The newest rows tell how frequent a short word is. The index of a frequent one would list too many rows. */
const SAMPLE_ROWS = 2_000;
const FREQUENT_SHARE = 0.05;

/** Newest first. The total is exact, or at least 10,000. */
export async function readUserList({ count, ...reading }: Services, { keyword, page }: UserList) {
  if (keyword.trim() === '') return readNewest(reading, page);
  const kept = readFigure(reading.db, 'users', reading.options);
  const [users, counted] = await Promise.all([kept, count(keyword, () => countMatches(reading, keyword))]);
  const total = toTotal(counted);
  return { rows: await searchRows(reading, { keyword, page, users, total }), total };
}

/** A page near the beginning brings the total along. One far from it is read from the nearer end, by the total. */
async function readNewest(reading: Reading, page: Page) {
  const { db, options } = reading;
  const isNear = page.offset <= MAX_FORWARD_ROWS;
  const total = isNear ? Number.POSITIVE_INFINITY : await readFigure(db, 'users', options);
  const ids = newestIds({ table: 'users', where: sql`true`, page, total });
  const rows = await selectRows(reading, ids)
    .$if(isNear, (query) => query.select(figure('users').as('users')))
    .execute(options);
  const count = isNear ? (rows[0]?.users ?? (await readFigure(db, 'users', options))) : total;
  return { rows, total: { count, isMinimum: false } };
}

type Search = UserList & { users: number; total: Total };

/** Many matches: the page is soon full if the newest rows are read one by one. Few: the index finds all of them. */
async function searchRows(reading: Reading, { keyword, page, users, total }: Search) {
  const where = matchesKeyword(keyword);
  if (total.isMinimum) return readRows(reading, walkNewestIds({ table: 'users', where, page }, null));
  const wanted = Math.min(page.limit, total.count - page.offset);
  if (wanted <= 0) return [];
  const expected = ((page.offset + page.limit) * users) / total.count;
  if (expected <= MAX_WALK_ROWS) {
    const rows = await readRows(reading, walkNewestIds({ table: 'users', where, page }, MAX_WALK_ROWS));
    // Fewer if the matches are older than expected.
    if (rows.length >= wanted) return rows;
  }
  return readRows(reading, foundIds({ table: 'users', where: matchesUsersByIndex(keyword), page }));
}

async function countMatches(reading: Reading, keyword: string): Promise<number> {
  const isFrequent = isShortOrForeign(keyword) && (await isFrequentAmongNewest(reading, keyword));
  const where = isFrequent ? matchesKeyword(keyword) : matchesUsersByIndex(keyword);
  const { rows } = await countUpToLimit('users', where).execute(reading.db, reading.options);
  return rows[0]?.count ?? 0;
}

async function isFrequentAmongNewest({ db, options }: Reading, keyword: string): Promise<boolean> {
  const { rows } = await sql<{ hits: number }>`
    select count(*)::integer as hits
    from (select search_text from users order by created_at desc, id desc limit ${SAMPLE_ROWS}) as newest
    where ${matchesKeyword(keyword)}`.execute(db, options);
  return (rows[0]?.hits ?? 0) >= SAMPLE_ROWS * FREQUENT_SHARE;
}

/** Only the columns that are sent. */
function selectRows({ db }: Reading, ids: RawBuilder<{ id: number }>) {
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
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc');
}

async function readRows(reading: Reading, ids: RawBuilder<{ id: number }>) {
  return selectRows(reading, ids).execute(reading.options);
}
