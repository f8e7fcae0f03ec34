import { stringify } from 'csv-stringify/sync';
import { type Kysely, sql } from 'kysely';
import type { PaymentExportQuery } from '#contract/payments/exports.ts';
import { matchesKeyword } from '../db/lists/search.ts';
import type { Database } from '../db/schema.ts';
import { BYTE_ORDER_MARK, escapeFormula } from '../http/files/csv.ts';
import { listOrder, matchesFilters } from './filters.ts';
import { selectListed } from './select-listed.ts';

/** The size of a page, and all that is in memory of an export. */
const PAGE_PAYMENTS = 500;

const columns = [
  ...(['id', 'user_id', 'email', 'product_id', 'platform', 'error_message', 'created'] as const),
  ...(['last_outcome', 'last_message', 'last_checked', 'recovered', 'recovered_by'] as const),
] as const;

/** The text of a CSV file, a page at a time: every payment that the list shows, in its order. Times are ISO 8601. */
export async function* writePaymentExport(
  db: Kysely<Database>,
  query: PaymentExportQuery,
  now: Date,
): AsyncGenerator<string> {
  let before = BYTE_ORDER_MARK + stringify([columns]);
  for await (const rows of readPages(db, query, now)) {
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
    ...texts(row.recovered_by),
  ];
}

/**
 * From a cursor in one snapshot: a change during the export neither repeats nor skips a payment. Holds its connection
 * until the last page or `return()`.
 */
async function* readPages(db: Kysely<Database>, query: PaymentExportQuery, now: Date): AsyncGenerator<Row[]> {
  const snapshot = await db
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute();
  try {
    await sql`
      declare listed no scroll cursor for
      select id from failed_payments
      where ${matchesFilters(query, now)} and ${matchesKeyword(query.keyword ?? '')}
      order by ${listOrder(query)}`.execute(snapshot);
    for (;;) {
      const { rows } = await sql<{ id: number }>`fetch ${sql.lit(PAGE_PAYMENTS)} from listed`.execute(
        snapshot,
      );
      if (rows.length === 0) return;
      const ids = rows.map(({ id }) => id);
      const payments = new Map((await readPayments(snapshot, ids)).map((row) => [row.id, row]));
      yield ids.flatMap((id) => payments.get(id) ?? []);
    }
  } finally {
    // The connection may be lost, which the query has said already. It is released anyway.
    await snapshot
      .rollback()
      .execute()
      .catch(() => undefined);
  }
}

async function readPayments(db: Kysely<Database>, ids: readonly number[]) {
  return selectListed(db).where('id', '=', sql<number>`any(${ids}::integer[])`).execute();
}
