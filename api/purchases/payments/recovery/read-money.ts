import { type Kysely, sql } from 'kysely';
import type { Losses, Risk } from '#contract/payments/figures.ts';
import type { SubscriptionEnd } from '../../../db/payment-tables.ts';
import type { Database } from '../../../db/schema.ts';
import { hasAccount } from '../list-payments.ts';
import { monthsLater, startOf } from './cohort-months.ts';

/** What the open payments are about; the currency with the most payments first. */
export async function readRisk(db: Kysely<Database>): Promise<Risk> {
  const { rows } = await sql<{
    currency: string;
    payments: number;
    minor: number;
    cents: number;
    not_converted: number;
    without_price: number;
  }>`
    select currency, count(amount_minor)::integer as payments,
      coalesce(sum(amount_minor), 0)::double precision as minor,
      coalesce(sum(amount_cents), 0)::double precision as cents,
      count(*) filter (where amount_minor is not null and amount_cents is null)::integer as not_converted,
      count(*) filter (where amount_minor is null)::integer as without_price
    from failed_payments where result = 'open' and ${hasAccount}
    group by currency order by payments desc, currency`.execute(db);
  const total = (of: (row: (typeof rows)[number]) => number) => rows.reduce((sum, row) => sum + of(row), 0);
  return {
    currencies: rows
      .filter(({ payments }) => payments > 0)
      .map(({ currency, payments, minor }) => ({ currency, payments, minor })),
    dollars: total(({ cents }) => cents) / 100,
    notConverted: total(({ not_converted }) => not_converted),
    withoutPrice: total(({ without_price }) => without_price),
  };
}

/** `replaced` is no loss: the customer has another subscription. */
type Cause = Exclude<SubscriptionEnd, 'replaced'> | 'unknown';

const kinds: Readonly<Record<Cause, Exclude<keyof Losses, 'month'>>> = {
  customer: 'voluntary',
  price_increase: 'voluntary',
  refunded: 'voluntary',
  billing: 'involuntary',
  // Its store answers no longer, and told of no cancellation before.
  known_no_longer: 'involuntary',
  developer: 'other',
  product_unavailable: 'other',
  other: 'other',
  unknown: 'unknown',
};

const MONTHS = 12;

/** Subscriptions that ended in each of the last twelve months in UTC, newest first. */
export async function readLosses(db: Kysely<Database>, now: Date): Promise<Losses[]> {
  const thisMonth = now.toISOString().slice(0, 7);
  const { rows } = await sql<{ month: string; cause: Cause; count: number }>`
    select to_char(end_date at time zone 'UTC', 'YYYY-MM') as month, coalesce(end_cause, 'unknown') as cause,
      count(*)::integer as count
    from subscriptions
    where status = 'expired' and end_cause is distinct from 'replaced'
      and end_date >= ${startOf(monthsLater(thisMonth, 1 - MONTHS))}
      and end_date < ${startOf(monthsLater(thisMonth, 1))}
    group by 1, 2`.execute(db);
  return [...Map.groupBy(rows, ({ month }) => month)]
    .map(([month, ended]) => {
      const losses = { month, voluntary: 0, involuntary: 0, other: 0, unknown: 0 };
      for (const { cause, count } of ended) losses[kinds[cause]] += count;
      return losses;
    })
    .sort((one, other) => (one.month < other.month ? 1 : -1));
}
