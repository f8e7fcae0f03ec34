import type { PaymentResult } from '#api/db/payment-tables.ts';
import type { Db } from '#api/db/schema.ts';
import { failingStages, type Losses, type RecoveryFigures } from '#contract/payments/figures.ts';

const DAY_MS = 86_400_000;

/** The figures from the rows, one by one, without what is generated in the rows. */
export async function countPlainly(db: Db, now: Date): Promise<RecoveryFigures> {
  const payments = await readPayments(db);
  const endOf = (month: string) => Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5, 7)), 1);
  const closedMonths = monthsBefore(now, 30).filter((month) => now.getTime() - endOf(month) > 60 * DAY_MS);
  const openMonths = monthsBefore(now, 30).filter((month) => !closedMonths.includes(month));
  const [closed, open] = [closedMonths.slice(0, 12), openMonths].map((months) => ({
    from: months.at(-1) ?? '',
    until: months[0] ?? '',
    payments: payments.filter(({ failedIn }) => months.includes(failedIn)),
  }));
  if (!closed || !open) throw new Error('There are two kinds of cohorts.');
  const ofClosed = <Value>(read: (payment: Plain) => Value) => groupsOf(closed.payments, read);
  const { from, until } = closed;
  return {
    closed: {
      ...{ from, until, ...partOf(closed.payments) },
      months: byMonth(closed.payments),
      stores: ofClosed(({ platform }) => platform).map(([platform, part]) => ({ platform, ...part })),
      plans: ofClosed(({ product_id }) => product_id).map(([productId, part]) => ({ productId, ...part })),
      stages: ofClosed(({ stage }) => failingStages.find((name) => name === stage) ?? null).map(
        ([stage, part]) => ({ stage, ...part }),
      ),
    },
    open: { from: open.from, until: open.until, ...partOf(open.payments), months: byMonth(open.payments) },
    risk: riskOf(payments),
    losses: await countLosses(db, now),
  };
}

type Plain = Awaited<ReturnType<typeof readPayments>>[number];

async function readPayments(db: Db) {
  const rows = await db
    .selectFrom('failed_payments')
    .innerJoin('subscriptions', 'subscriptions.id', 'failed_payments.subscription_id')
    .innerJoin('users', 'users.id', 'subscriptions.user_id')
    .select(['failed_payments.platform', 'failed_payments.product_id', 'stage', 'users.status'])
    .select(['failed_payments.created_at', 'recovered_at', 'reminded_at', 'ended_at'])
    .select(['failed_payments.end_cause', 'currency', 'amount_minor', 'amount_cents'])
    .execute();
  return rows
    .filter(({ status }) => status !== 'deleted')
    .map((row) => ({
      ...row,
      failedIn: row.created_at.toISOString().slice(0, 7),
      result: resultOf(row),
      days:
        row.recovered_at &&
        Math.max(0, Math.floor((row.recovered_at.getTime() - row.created_at.getTime()) / DAY_MS)),
    }));
}

function resultOf(row: {
  recovered_at: Date | null;
  reminded_at: Date | null;
  ended_at: Date | null;
  end_cause: string | null;
}): PaymentResult {
  if (row.recovered_at) {
    return row.reminded_at && row.reminded_at < row.recovered_at ? 'after_reminder' : 'by_store';
  }
  if (!row.ended_at) return 'open';
  const isByCustomer = ['customer', 'price_increase', 'replaced', 'refunded'].includes(row.end_cause ?? '');
  return isByCustomer ? 'canceled' : 'given_up';
}

function partOf(payments: readonly Plain[]) {
  const results = { by_store: 0, after_reminder: 0, canceled: 0, given_up: 0, open: 0 };
  for (const { result } of payments) results[result] += 1;
  return { results, medianDays: medianOf(payments.flatMap(({ days }) => days ?? [])) };
}

function medianOf(values: readonly number[]): number | null {
  const sorted = values.toSorted((one, other) => one - other);
  const [lower, upper] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return lower === undefined || upper === undefined ? null : (lower + upper) / 2;
}

/** The largest first. */
function groupsOf<Value>(payments: readonly Plain[], read: (payment: Plain) => Value) {
  return [...Map.groupBy(payments, read)]
    .sort(
      ([one, ones], [other, others]) =>
        others.length - ones.length || (`${one ?? ''}` < `${other ?? ''}` ? -1 : 1),
    )
    .map(([value, group]) => [value, partOf(group)] as const);
}

function byMonth(payments: readonly Plain[]) {
  return [...Map.groupBy(payments, ({ failedIn }) => failedIn)]
    .sort(([one], [other]) => (one < other ? 1 : -1))
    .map(([month, group]) => ({ month, ...partOf(group) }));
}

function riskOf(payments: readonly Plain[]): RecoveryFigures['risk'] {
  const open = payments.filter(({ result }) => result === 'open');
  const priced = open.flatMap(({ currency, amount_minor: minor, amount_cents: cents }) =>
    minor === null ? [] : { currency, minor, cents },
  );
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  return {
    currencies: [...Map.groupBy(priced, ({ currency }) => currency)]
      .map(([currency, group]) => ({
        currency,
        payments: group.length,
        minor: sum(group.map(({ minor }) => minor)),
      }))
      .sort((one, other) => other.payments - one.payments || (one.currency < other.currency ? -1 : 1)),
    dollars: sum(priced.map(({ cents }) => cents ?? 0)) / 100,
    notConverted: priced.filter(({ cents }) => cents === null).length,
    withoutPrice: open.length - priced.length,
  };
}

async function countLosses(db: Db, now: Date): Promise<Losses[]> {
  const rows = await db.selectFrom('subscriptions').select(['status', 'end_date', 'end_cause']).execute();
  const lost = rows.flatMap(({ status, end_date, end_cause }) =>
    status === 'expired' && end_date && end_cause !== 'replaced'
      ? { month: end_date.toISOString().slice(0, 7), kind: kindOf(end_cause) }
      : [],
  );
  const months = monthsBefore(now, 12).filter((month) => lost.some((loss) => loss.month === month));
  return months.map((month) => {
    const count = (kind: string) => lost.filter((loss) => loss.month === month && loss.kind === kind).length;
    return {
      month,
      voluntary: count('voluntary'),
      involuntary: count('involuntary'),
      other: count('other'),
      unknown: count('unknown'),
    };
  });
}

function kindOf(cause: string | null) {
  if (cause === null) return 'unknown';
  if (['customer', 'price_increase', 'refunded'].includes(cause)) return 'voluntary';
  return ['billing', 'known_no_longer'].includes(cause) ? 'involuntary' : 'other';
}

/** The current one first. */
function monthsBefore(now: Date, count: number): string[] {
  return Array.from({ length: count }, (_, back) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1)).toISOString().slice(0, 7),
  );
}
