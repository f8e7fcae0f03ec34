import { stringify } from 'csv-stringify/sync';
import { type Kysely, sql } from 'kysely';
import type { PaymentExportQuery } from '#contract/payments/exports.ts';
import { matchesKeyword } from '../db/lists/search.ts';
import { readSnapshotPages } from '../db/lists/snapshot-pages.ts';
import type { Database } from '../db/schema.ts';
import { BYTE_ORDER_MARK, escapeFormula } from '../http/files/csv.ts';
import { listOrder, matchesFilters } from './filters.ts';
import { selectListed } from './select-listed.ts';
import { toStanding } from './standing.ts';

const PAGE_PAYMENTS = 500;

const columns = [
  ...(['id', 'user_id', 'email', 'product_id', 'platform', 'error_message', 'created'] as const),
  ...(['last_outcome', 'last_message', 'last_checked', 'recovered', 'recovered_by'] as const),
  ...(['deadline', 'deadline_certainty', 'access'] as const),
] as const;

type Reading = { db: Kysely<Database>; now: Date };

/** The text of a CSV file, a page at a time: every payment that the list shows, in its order. Times are ISO 8601. */
export async function* writePaymentExport(
  reading: Reading,
  query: PaymentExportQuery,
): AsyncGenerator<string> {
  let before = BYTE_ORDER_MARK + stringify([columns]);
  for await (const rows of readPages(reading, query)) {
    yield before + stringify(rows.map(toCells), { quoted_match: /[\r\n]/u });
    before = '';
  }
  if (before) yield before;
}

type Row = Awaited<ReturnType<typeof readPayments>>[number];

function toCells(row: Row): (string | number)[] {
  const texts = (...values: (string | null)[]) => values.map((value) => escapeFormula(value ?? ''));
  const time = (value: Date | null) => value?.toISOString() ?? '';
  return [
    row.id,
    row.user_id,
    ...texts(row.email, row.product_id, row.platform, row.error_message),
    time(row.created_at),
    ...texts(row.last_outcome, row.last_message),
    time(row.last_checked_at),
    time(row.recovered_at),
    ...texts(row.recovered_at ? (row.recovered_by ?? 'the store') : null),
    time(row.deadline_at),
    ...texts(row.deadline_certainty, toStanding(row).access),
  ];
}

function readPages({ db, now }: Reading, query: PaymentExportQuery): AsyncGenerator<Row[]> {
  return readSnapshotPages(db, {
    ids: async () => sql`
      select id from failed_payments
      where ${matchesFilters(query, now)} and ${matchesKeyword(query.keyword ?? '')}
      order by ${listOrder(query)}`,
    readRows: (snapshot, ids) => readPayments({ db: snapshot, now }, ids),
    pageSize: PAGE_PAYMENTS,
  });
}

async function readPayments({ db, now }: Reading, ids: readonly number[]) {
  return selectListed(db, now).where('id', '=', sql<number>`any(${ids}::integer[])`).execute();
}
