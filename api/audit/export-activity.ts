import { sql } from 'kysely';
import type { ActivityFilters } from '#contract/activity.ts';
import { selectIds } from '../db/lists/read-list.ts';
import { readSnapshotPages } from '../db/lists/snapshot-pages.ts';
import type { Db } from '../db/schema.ts';
import { type CsvCell, csvHeader, toCsv } from '../http/csv.ts';
import { type ActivityRow, activityList, readRows, toAuditedRecord } from './list-activity.ts';

const PAGE_ENTRIES = 500;

const columns = [
  'id',
  'at',
  'by',
  'action',
  'record',
  'record_id',
  'record_name',
  'changes',
  'more_changes',
  'request_id',
] as const;

/** The text of a CSV file, a page at a time: every entry that the log shows, in its order. Times are ISO 8601. */
export async function* writeActivityExport(db: Db, query: ActivityFilters): AsyncGenerator<string> {
  let before = csvHeader(columns);
  const pages = readSnapshotPages(db, {
    ids: selectIds(activityList(query)),
    readRows: (snapshot, ids) => readRows(snapshot, sql`select unnest(${ids}::bigint[]) as id`),
    pageSize: PAGE_ENTRIES,
  });
  for await (const rows of pages) {
    yield before + toCsv(rows.map(toCells));
    before = '';
  }
  if (before) yield before;
}

function toCells(row: ActivityRow): CsvCell[] {
  const record = toAuditedRecord(row);
  const changes = row.changes.map(({ field, from, to }) => `${field}: ${from ?? '-'} > ${to ?? '-'}`);
  return [
    row.id,
    row.at.toISOString(),
    // The users themselves.
    row.by ?? 'Owner of the account',
    row.action,
    record?.kind ?? '',
    record?.id ?? '',
    record?.name ?? '',
    changes.join('; '),
    row.more_changes,
    row.request_id ?? '',
  ];
}
