import { sql } from 'kysely';
import type { PaymentExportQuery } from '#contract/payments/exports.ts';
import { selectIds } from '../../db/lists/read-list.ts';
import { readSnapshotPages } from '../../db/lists/snapshot-pages.ts';
import type { Db } from '../../db/schema.ts';
import { type CsvCell, csvHeader, toCsv } from '../../http/csv.ts';
import { toAccessAndDeadline } from './access-and-deadline.ts';
import { paymentList, selectListed } from './list-payments.ts';

const PAGE_PAYMENTS = 500;

const columns = [
  'id',
  'user_id',
  'email',
  'product_id',
  'platform',
  'error_message',
  'created',
  'last_outcome',
  'last_message',
  'last_checked',
  'recovered',
  'recovered_by',
  'deadline',
  'deadline_certainty',
  'access',
];

/** The text of a CSV file, a page at a time: every payment that the list shows, in its order. Times are ISO 8601. */
export async function* writePaymentExport(
  db: Db,
  query: PaymentExportQuery,
  now: Date,
): AsyncGenerator<string> {
  let before = csvHeader(columns);
  const pages = readSnapshotPages(db, {
    ids: selectIds(paymentList(query, now)),
    readRows: (snapshot, ids) => readPayments(snapshot, ids, now),
    pageSize: PAGE_PAYMENTS,
  });
  for await (const rows of pages) {
    yield before + toCsv(rows.map(toCells));
    before = '';
  }
  if (before) yield before;
}

type Row = Awaited<ReturnType<typeof readPayments>>[number];

function toCells(row: Row): CsvCell[] {
  const time = (value: Date | null) => value?.toISOString() ?? '';
  return [
    row.id,
    row.user_id,
    row.email,
    row.product_id,
    row.platform,
    row.error_message ?? '',
    time(row.created_at),
    row.last_outcome ?? '',
    row.last_message ?? '',
    time(row.last_checked_at),
    time(row.recovered_at),
    row.recovered_at ? (row.recovered_by ?? 'the store') : '',
    time(row.deadline_at),
    row.deadline_certainty ?? '',
    toAccessAndDeadline(row).access ?? '',
  ];
}

async function readPayments(db: Db, ids: readonly number[], now: Date) {
  return selectListed(db, now)
    .where('failed_payments.id', '=', sql<number>`any(${ids}::integer[])`)
    .execute();
}
