import { sql, type Transaction } from 'kysely';
import type { Database, Db } from '../db/schema.ts';
import { minorDigits } from './money.ts';
import type { Money, StorePurchase } from './store.ts';

/** The currency of our figures. */
const REPORTING_CURRENCY = 'USD';

/**
 * Until the transaction ends no rate changes, so that a new rate finds its amounts. Before any row is locked, because a
 * new rate locks the rates first, and then charges and failed payments.
 */
export async function holdRates(
  transaction: Transaction<Database>,
  { orders, price }: Pick<StorePurchase, 'orders' | 'price'>,
): Promise<void> {
  // An order without a price keeps the one on record, in whatever currency.
  const isInDollars = orders.every((order) => order.price?.currency === REPORTING_CURRENCY);
  if (isInDollars && (price === null || price.currency === REPORTING_CURRENCY)) return;
  await sql`lock table exchange_rates in share mode`.execute(transaction);
}

/** Converts to cents of US dollars by the rate of the month in UTC; null without one. Call it after `holdRates`. */
export async function toCents(
  transaction: Transaction<Database>,
  { minor, currency }: Money,
  at: Date,
): Promise<number | null> {
  if (currency === REPORTING_CURRENCY) return minor;
  const { rows } = await sql<{ cents: number }>`
    select ${centsOf(sql`${minor}::integer`, currency)} as cents from exchange_rates
    where currency = ${currency} and month = date_trunc('month', ${at}::timestamptz at time zone 'UTC')`.execute(
    transaction,
  );
  return rows[0]?.cents ?? null;
}

/**
 * Dollars for one unit in a month (`YYYY-MM`). Converts what was charged and failed in it. Returns how many charges.
 */
export async function setRate(
  db: Db,
  { currency, month, dollars }: { currency: string; month: string; dollars: string },
  now: Date,
): Promise<number> {
  const first = `${month}-01`;
  return db.transaction().execute(async (transaction) => {
    await transaction
      .insertInto('exchange_rates')
      .values({ currency, month: first, dollars, set_at: now })
      .onConflict((conflict) => conflict.columns(['currency', 'month']).doUpdateSet({ dollars, set_at: now }))
      .execute();
    const inMonth = (
      column: string,
    ) => sql<boolean>`${sql.ref(column)} >= ${first}::date::timestamp at time zone 'UTC'
      and ${sql.ref(column)} < (${first}::date + interval '1 month') at time zone 'UTC'`;
    await sql`
      update failed_payments set amount_cents = ${centsOf(sql`amount_minor`, currency)} from exchange_rates
      where failed_payments.currency = ${currency} and exchange_rates.currency = ${currency}
        and month = ${first} and ${inMonth('created_at')} and amount_minor is not null`.execute(transaction);
    const charges = await sql`
      update charges set amount_cents = ${centsOf(sql`(amount_minor - refunded_minor)`, currency)}
      from exchange_rates
      where charges.currency = ${currency} and exchange_rates.currency = ${currency}
        and month = ${first} and ${inMonth('charged_at')}`.execute(transaction);
    return Number(charges.numAffectedRows ?? 0);
  });
}

function centsOf(minor: ReturnType<typeof sql>, currency: string) {
  const factor = 100 / 10 ** minorDigits(currency);
  return sql`round(${minor} * dollars * ${factor}::numeric)::integer`;
}
