import { type Kysely, type RawBuilder, sql } from 'kysely';
import {
  type PaymentAge,
  type PaymentState,
  type PaymentsQuery,
  paymentStates,
} from '#contract/payments/list.ts';
import type { Access } from '#contract/payments/records.ts';
import type { PaymentValues } from '#contract/payments/values.ts';
import { readRecoveredMonths } from '../db/figures/read.ts';
import type { rememberCounts } from '../db/lists/remember-counts.ts';
import { COUNT_LIMIT } from '../db/lists/total.ts';
import type { Platform } from '../db/payment-tables.ts';
import type { Database } from '../db/schema.ts';
import { endsWithinWeek, hasAccess, hasAge, hasState } from './filters.ts';

type Services = {
  db: Kysely<Database>;
  count: ReturnType<typeof rememberCounts>;
};

const platforms = ['ios', 'android'] as const satisfies readonly Platform[];

/** The names of the figures that triggers keep. */
const figureName = (state: PaymentState, platform: Platform) => `payments ${state} ${platform}`;

/** How many payments have a state, of one store or both; without a state those that are not recovered. */
export function keptCount({
  state,
  platform,
}: Pick<PaymentsQuery, 'state' | 'platform'>): RawBuilder<number> {
  const states = state ? [state] : paymentStates.filter((name) => name !== 'recovered');
  const names = states.flatMap((name) =>
    (platform ? [platform] : platforms).map((store) => figureName(name, store)),
  );
  return sql<number>`(select coalesce(sum(count), 0)::integer from figures where name in (${sql.join(names)}))`;
}

/** For the filters. What depends on the time is counted up to 10,000, and large counts of it may be a minute old. */
export async function readPaymentValues(services: Services, now: Date): Promise<PaymentValues> {
  const ofAge = (age: PaymentAge) => countOpen(services, `age ${age}`, hasAge(age, now));
  const ofAccess = (access: Access) => countOpen(services, `access ${access}`, hasAccess(access, now));
  const [kept, months, [day, week, month, older], ending, [yes, no, courtesy]] = await Promise.all([
    readKeptCounts(services.db),
    readRecoveredMonths(services.db),
    Promise.all([ofAge('day'), ofAge('week'), ofAge('month'), ofAge('older')]),
    countOpen(services, 'deadline week', endsWithinWeek(now)),
    Promise.all([ofAccess('yes'), ofAccess('no'), ofAccess('courtesy')]),
  ]);
  return {
    ...kept,
    ages: { day, week, month, older },
    deadlines: { week: ending },
    accesses: { yes, no, courtesy },
    months,
  };
}

/** How many payments are in each state, and of each store those that are not recovered. */
export async function readKeptCounts(
  db: Kysely<Database>,
): Promise<Pick<PaymentValues, 'platforms' | 'states'>> {
  const { rows } = await sql<{ name: string; count: number }>`
    select name, sum(count)::integer as count from figures
    where name in (${sql.join(paymentStates.flatMap((state) => platforms.map((store) => figureName(state, store))))})
    group by name`.execute(db);
  const counts = new Map(rows.map(({ name, count }) => [name, count]));
  const of = (state: PaymentState, store: Platform) => counts.get(figureName(state, store)) ?? 0;
  const inState = (state: PaymentState) => of(state, 'ios') + of(state, 'android');
  const open = (store: Platform) =>
    paymentStates.reduce((sum, state) => (state === 'recovered' ? sum : sum + of(state, store)), 0);
  return {
    platforms: { ios: open('ios'), android: open('android') },
    states: {
      unchecked: inState('unchecked'),
      still_failing: inState('still_failing'),
      not_retryable: inState('not_retryable'),
      store_unreachable: inState('store_unreachable'),
      recovered: inState('recovered'),
    },
  };
}

async function countOpen(
  { db, count }: Services,
  key: string,
  condition: RawBuilder<boolean>,
): Promise<number> {
  return count(key, async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from (
        select from failed_payments where ${hasState(undefined)} and ${condition}
        limit ${COUNT_LIMIT}) as found`.execute(db);
    return rows[0]?.count ?? 0;
  });
}
