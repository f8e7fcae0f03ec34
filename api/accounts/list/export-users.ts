import { stringify } from 'csv-stringify/sync';
import { type Kysely, sql } from 'kysely';
import type { UserExportQuery } from '#contract/users/exports.ts';
import type { Database } from '../../db/schema.ts';
import { BYTE_ORDER_MARK, escapeFormula } from '../../http/files/csv.ts';
import { createdWithin, matchesAll, readKeyword } from './conditions.ts';
import { isInGroups, readGroups } from './groups.ts';
import { orderBy, readOrder } from './order.ts';

/** The size of a page, and all that is in memory of an export. */
const PAGE_USERS = 500;

const columns = [
  'id',
  'first_name',
  'last_name',
  'email',
  'phone',
  'status',
  'role',
  'onboarding_status',
  'verification',
  'subscription',
  'created',
] as const;

const storedColumns = [
  ...(['id', 'first_name', 'last_name', 'email', 'phone', 'status', 'role', 'onboarding_status'] as const),
  ...(['is_email_verified', 'subscription_status', 'created_at'] as const),
] as const;

/** The text of a CSV file, a page at a time: every user that the list shows, in its order. Times are ISO 8601. */
export async function* writeUserExport(db: Kysely<Database>, query: UserExportQuery): AsyncGenerator<string> {
  let before = BYTE_ORDER_MARK + stringify([columns]);
  for await (const rows of readPages(db, query)) {
    yield before + stringify(rows.map(toCells), { quoted_match: /[\r\n]/u });
    before = '';
  }
  if (before) yield before;
}

type Row = Awaited<ReturnType<typeof readUsers>>[number];

function toCells({ is_email_verified, subscription_status, created_at, ...user }: Row): (string | number)[] {
  return [
    user.id,
    ...[user.first_name, user.last_name, user.email, user.phone ?? ''].map(escapeFormula),
    ...[user.status, user.role, user.onboarding_status, is_email_verified ? 'verified' : 'pending'],
    ...[subscription_status, created_at.toISOString()],
  ];
}

/**
 * From a cursor in one snapshot: a change during the export neither repeats nor skips a user. Holds its connection until
 * the last page or `return()`.
 */
async function* readPages(db: Kysely<Database>, query: UserExportQuery): AsyncGenerator<Row[]> {
  const snapshot = await db
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute();
  try {
    const groups = await readGroups(snapshot, query);
    const keyword = await readKeyword({ db: snapshot }, query.keyword ?? '');
    const where = matchesAll(keyword, groups && isInGroups(groups), createdWithin(query));
    await sql`
      declare listed no scroll cursor for
      select id from users where ${where} order by ${orderBy(readOrder(query))}`.execute(snapshot);
    for (;;) {
      const { rows } = await sql<{ id: number }>`fetch ${sql.lit(PAGE_USERS)} from listed`.execute(snapshot);
      if (rows.length === 0) return;
      const ids = rows.map(({ id }) => id);
      const users = new Map((await readUsers(snapshot, ids)).map((user) => [user.id, user]));
      yield ids.flatMap((id) => users.get(id) ?? []);
    }
  } finally {
    // The connection may be lost, which the query has said already. It is released anyway.
    await snapshot
      .rollback()
      .execute()
      .catch(() => undefined);
  }
}

async function readUsers(db: Kysely<Database>, ids: readonly number[]) {
  return db
    .selectFrom('users')
    .where('id', '=', sql<number>`any(${ids}::integer[])`)
    .select(storedColumns)
    .execute();
}
