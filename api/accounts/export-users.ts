import { sql } from 'kysely';
import type { UserExportQuery } from '#contract/users/exports.ts';
import { selectIds } from '../db/lists/read-list.ts';
import { readSnapshotPages } from '../db/lists/snapshot-pages.ts';
import type { Db } from '../db/schema.ts';
import { type CsvCell, csvHeader, toCsv } from '../http/csv.ts';
import { userList } from './list-users.ts';

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
  'external_id',
] as const;

const storedColumns = [
  'id',
  'first_name',
  'last_name',
  'email',
  'phone',
  'status',
  'role',
  'onboarding_status',
  'is_email_verified',
  'subscription_status',
  'created_at',
  'external_id',
] as const;

/** The text of a CSV file, a page at a time: every user that the list shows, in its order. Times are ISO 8601. */
export async function* writeUserExport(db: Db, query: UserExportQuery): AsyncGenerator<string> {
  let before = csvHeader(columns);
  const pages = readSnapshotPages(db, {
    ids: selectIds(await userList(db, query)),
    readRows: readUsers,
    pageSize: PAGE_USERS,
  });
  for await (const rows of pages) {
    yield before + toCsv(rows.map(toCells));
    before = '';
  }
  if (before) yield before;
}

type Row = Awaited<ReturnType<typeof readUsers>>[number];

function toCells({ is_email_verified, subscription_status, created_at, ...user }: Row): CsvCell[] {
  return [
    user.id,
    user.first_name,
    user.last_name,
    user.email,
    { phone: user.phone ?? '' },
    user.status,
    user.role,
    user.onboarding_status,
    is_email_verified ? 'verified' : 'pending',
    subscription_status,
    created_at.toISOString(),
    user.external_id ?? '',
  ];
}

async function readUsers(db: Db, ids: readonly number[]) {
  return db
    .selectFrom('users')
    .where('id', '=', sql<number>`any(${ids}::integer[])`)
    .select(storedColumns)
    .execute();
}
