import { type Kysely, sql } from 'kysely';
import type { Losses, Risk } from '#contract/payments/figures.ts';
import type { SubscriptionEnd } from '../../db/payment-tables.ts';
import type { Database } from '../../db/schema.ts';
import { monthsLater } from './cohort-months.ts';

/** What the open payments are about; the currency with the most payments first. From kept figures. */
export async function readRisk(db: Kysely<Database>): Promise<Risk> {
  const { rows } = await sql<{
    currency: string;
    payments: number;
    minor: number;
    cents: number;
    not_converted: number;
    without_price: number;
  }>`
    select currency, sum(payments)::integer as payments, sum(minor)::double precision as minor,
      sum(cents)::double precision as cents, sum(not_converted)::integer as not_converted,
      sum(without_price)::integer as without_price
    from risk_figures group by currency order by 2 desc, currency`.execute(db);
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

/** Subscriptions that ended in each of the last twelve months in UTC, newest first. From kept figures. */
export async function readLosses(db: Kysely<Database>, now: Date): Promise<Losses[]> {
  const thisMonth = now.toISOString().slice(0, 7);
  const causes = Object.keys(kinds) as Cause[];
  const { rows } = await sql<{ month: string; cause: Cause; count: number }>`
    select to_char(month, 'YYYY-MM') as month, substr(name, 7) as cause, sum(count)::integer as count
    from figures where name in (${sql.join(causes.map((cause) => `ended ${cause}`))})
      and month between ${`${monthsLater(thisMonth, 1 - MONTHS)}-01`}::date and ${`${thisMonth}-01`}::date
    group by 1, 2 having sum(count) > 0`.execute(db);
  return [...Map.groupBy(rows, ({ month }) => month)]
    .map(([month, ended]) => {
      const losses = { month, voluntary: 0, involuntary: 0, other: 0, unknown: 0 };
      for (const { cause, count } of ended) losses[kinds[cause]] += count;
      return losses;
    })
    .sort((one, other) => (one.month < other.month ? 1 : -1));
}
