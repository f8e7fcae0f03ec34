import { type RawBuilder, sql } from 'kysely';
import type { PaymentAge, PaymentSortKey, PaymentState, PaymentsQuery } from '#contract/payments/list.ts';

const DAY_MS = 86_400_000;

/** Without `state`: every payment that is not recovered. Those of deleted accounts have no state. */
export function hasState(state: PaymentState | undefined): RawBuilder<boolean> {
  // The indexes of open payments have the second condition word for word.
  return state ? sql<boolean>`state = ${state}` : sql<boolean>`state <> 'recovered'`;
}

const maxDays: Readonly<Record<PaymentAge, number>> = { day: 1, week: 7, month: 30, older: 30 };

/** `day`, `week` and `month` overlap. */
export function hasAge(age: PaymentAge, now: Date): RawBuilder<boolean> {
  const since = new Date(now.getTime() - maxDays[age] * DAY_MS);
  return age === 'older' ? sql<boolean>`created_at < ${since}` : sql<boolean>`created_at >= ${since}`;
}

/** All but the keyword. */
export function matchesFilters(
  { state, platform, age, userId }: Pick<PaymentsQuery, 'state' | 'platform' | 'age' | 'userId'>,
  now: Date,
): RawBuilder<boolean> {
  const conditions = [hasState(state)];
  if (userId) conditions.push(sql<boolean>`user_id = ${userId}`);
  if (platform) conditions.push(sql<boolean>`platform = ${platform}`);
  if (age) conditions.push(hasAge(age, now));
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`;
}

/** Each direction is the other one backwards, so that one index has both. Never checked is longest ago. */
const orders: Readonly<Record<PaymentSortKey, Record<'asc' | 'desc', RawBuilder<unknown>>>> = {
  created: { asc: sql`created_at, id`, desc: sql`created_at desc, id desc` },
  email: {
    asc: sql`lower(email) collate "C", created_at desc, id desc`,
    desc: sql`lower(email) collate "C" desc, created_at, id`,
  },
  checked: {
    asc: sql`last_checked_at nulls first, created_at, id`,
    desc: sql`last_checked_at desc nulls last, created_at desc, id desc`,
  },
};

/** Newest first without `sort`. */
export function listOrder({
  sort,
  order = 'asc',
}: Pick<PaymentsQuery, 'sort' | 'order'>): RawBuilder<unknown> {
  return sort ? orders[sort][order] : orders.created.desc;
}
