import { sql } from 'kysely';
import { MAX_COUNTED_AGE, type PaymentValues } from '#contract/payments/values.ts';
import type { Db } from '../../db/schema.ts';
import { endsWithinWeek, hasAccess, hasAccount, hasAge } from './list-payments.ts';

/** Counts for the filters. Those that depend on the time stop at 10,000. */
export async function readPaymentValues(db: Db, now: Date): Promise<PaymentValues> {
  return {
    ...(await readStates(db)),
    ...(await readTimes(db, now)),
    months: await readRecoveredMonths(db),
  };
}

/** How many payments are in each state, and of each store those that are not recovered. */
export async function readStates(db: Db): Promise<Pick<PaymentValues, 'platforms' | 'states'>> {
  const { rows } = await sql<{
    state: keyof PaymentValues['states'];
    platform: keyof PaymentValues['platforms'];
    count: number;
  }>`
    select state, platform, count(*)::integer as count from failed_payments where ${hasAccount}
    group by state, platform`.execute(db);
  const platforms = { ios: 0, android: 0 };
  const states = { unchecked: 0, still_failing: 0, not_retryable: 0, store_unreachable: 0, recovered: 0 };
  for (const { state, platform, count } of rows) {
    states[state] += count;
    if (state !== 'recovered') platforms[platform] += count;
  }
  return { platforms, states };
}

/** Counts the payments that are not recovered, by age, with a near deadline, and by access. */
async function readTimes(db: Db, now: Date): Promise<Pick<PaymentValues, 'ages' | 'deadlines' | 'accesses'>> {
  const conditions = {
    day: hasAge('day', now),
    week: hasAge('week', now),
    month: hasAge('month', now),
    older: hasAge('older', now),
    ending: endsWithinWeek(now),
    yes: hasAccess('yes', now),
    no: hasAccess('no', now),
    courtesy: hasAccess('courtesy', now),
  };
  type Name = keyof typeof conditions;
  const counts = Object.entries(conditions).map(
    ([name, condition]) => sql`count(*) filter (where ${condition})::integer as ${sql.ref(name)}`,
  );
  const { rows } = await sql<Record<Name, number>>`
    select ${sql.join(counts)} from failed_payments where state <> 'recovered' and ${hasAccount}`.execute(db);
  const count = (name: Name) => Math.min(rows[0]?.[name] ?? 0, MAX_COUNTED_AGE);
  return {
    ages: { day: count('day'), week: count('week'), month: count('month'), older: count('older') },
    deadlines: { week: count('ending') },
    accesses: { yes: count('yes'), no: count('no'), courtesy: count('courtesy') },
  };
}

/** Payments that were recovered in each month in UTC (`YYYY-MM`), the newest first. */
export async function readRecoveredMonths(db: Db): Promise<PaymentValues['months']> {
  const { rows } = await sql<PaymentValues['months'][number]>`
    select to_char(recovered_at at time zone 'UTC', 'YYYY-MM') as month, count(*)::integer as count
    from failed_payments where state = 'recovered' and ${hasAccount}
    group by 1 order by 1 desc`.execute(db);
  return rows;
}
