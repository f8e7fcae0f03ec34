import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { PaymentsQuery } from '#contract/payments/list.ts';
import type { Page } from '../db/lists/page.ts';
import type { rememberCounts } from '../db/lists/remember-counts.ts';
import { countUpToLimit, toTotal } from '../db/lists/total.ts';
import type { Database } from '../db/schema.ts';
import { listOrder, matchesFilters } from './filters.ts';
import { type FoundIds, findIds, isFound, matchKey } from './find-ids.ts';
import { selectListed } from './select-listed.ts';
import { keptCount } from './values.ts';

type Reading = { db: Kysely<Database>; now: Date };
type Services = Reading & { count: ReturnType<typeof rememberCounts> };
type PaymentList = { query: PaymentsQuery; page: Page };

/** Newest first without `sort`. The total is exact, or at least 10,000. */
export async function readPaymentList({ count, ...reading }: Services, { query, page }: PaymentList) {
  if (isFound(query)) {
    const found = await findIds({ count, ...reading }, { query, page });
    return { rows: await readFound(reading, query, found), total: found.total };
  }
  const where = matchesFilters(query, reading.now);
  const ids = sql<{ id: number }>`select id from failed_payments where ${where}
    order by ${listOrder(query)} limit ${page.limit} offset ${page.offset}`;
  const { age, userId, recovered, deadline } = query;
  if (!age && !userId && !recovered && !deadline) return readWithTotal(reading, query, ids);
  const [counted, rows] = await Promise.all([
    count(matchKey(query), async () => {
      const { rows: counts } = await countUpToLimit('failed_payments', where).execute(reading.db);
      return counts[0]?.count ?? 0;
    }),
    selectRows(reading, query, ids).execute(),
  ]);
  return { rows, total: toTotal(counted) };
}

/** The total is kept, and comes with the rows. */
async function readWithTotal(reading: Reading, query: PaymentsQuery, ids: RawBuilder<{ id: number }>) {
  const { db } = reading;
  const kept = keptCount(query);
  const rows = await selectRows(reading, query, ids).select(kept.as('total')).execute();
  const [first] = rows;
  if (first) return { rows, total: toTotal(first.total) };
  const { rows: totals } = await sql<{ total: number }>`select ${kept} as total`.execute(db);
  return { rows, total: toTotal(totals[0]?.total ?? 0) };
}

async function readFound(reading: Reading, query: PaymentsQuery, { ids, wanted, otherIds }: FoundIds) {
  if (wanted === 0) return [];
  const rows = await selectRows(reading, query, ids).execute();
  if (rows.length >= wanted || !otherIds) return rows;
  return selectRows(reading, query, otherIds).execute();
}

const purchaseId = sql<number>`(select purchases.id from purchases
  where purchases.platform = failed_payments.platform and key = purchase_token)`;

function selectRows({ db, now }: Reading, query: PaymentsQuery, ids: RawBuilder<{ id: number }>) {
  return selectListed(db, now)
    .select(purchaseId.as('purchase_id'))
    .where('id', 'in', sql<number>`(${ids})`)
    .orderBy(listOrder(query));
}
