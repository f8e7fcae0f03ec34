import { type RawBuilder, sql } from 'kysely';
import type { PaymentAge, PaymentSortKey, PaymentState, PaymentsQuery } from '#contract/payments/list.ts';
import type { Access } from '#contract/payments/records.ts';
import { hasCourtesyAccess, hasStoreAccess, isAccessKnown } from './standing.ts';

const DAY_MS = 86_400_000;

/** Of the payments that a list has; undefined: those that are not recovered. */
export function stateOf({ state, recovered }: Pick<PaymentsQuery, 'state' | 'recovered'>) {
  return state ?? (recovered ? 'recovered' : undefined);
}

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

/** `month` as `YYYY-MM`, in UTC. */
function isRecoveredIn(month: string): RawBuilder<boolean> {
  const [year = 0, number = 0] = month.split('-').map(Number);
  const [first, next] = [new Date(Date.UTC(year, number - 1)), new Date(Date.UTC(year, number))];
  return sql<boolean>`recovered_at >= ${first} and recovered_at < ${next}`;
}

/** The store gives up in the next 7 days, or should have by now. */
export function endsWithinWeek(now: Date): RawBuilder<boolean> {
  return sql<boolean>`deadline_at < ${new Date(now.getTime() + 7 * DAY_MS)}`;
}

/** What the customer has now, as `toStanding` says it. Only of payments that are not recovered. */
export function hasAccess(access: Access, now: Date): RawBuilder<boolean> {
  // Word for word as in the index, so that it is used.
  const isListed = sql`state <> 'recovered'`;
  if (access === 'yes') return sql<boolean>`(${isListed} and ${isAccessKnown} and ${hasStoreAccess(now)})`;
  const without = sql`(access_until is null or access_until <= ${now})`;
  return access === 'courtesy'
    ? sql<boolean>`(${isListed} and ${without} and ${hasCourtesyAccess(now)})`
    : sql<boolean>`(${isListed} and ${isAccessKnown} and ${without} and not ${hasCourtesyAccess(now)})`;
}

/** All but the keyword. */
export function matchesFilters(
  query: Omit<PaymentsQuery, 'keyword' | 'page' | 'pageSize'>,
  now: Date,
): RawBuilder<boolean> {
  const { platform, age, recovered, userId, deadline, access } = query;
  const conditions = [hasState(stateOf(query))];
  if (userId) conditions.push(sql<boolean>`user_id = ${userId}`);
  if (platform) conditions.push(sql<boolean>`platform = ${platform}`);
  if (age) conditions.push(hasAge(age, now));
  if (recovered) conditions.push(isRecoveredIn(recovered));
  if (deadline) conditions.push(endsWithinWeek(now));
  if (access) conditions.push(hasAccess(access, now));
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`;
}

/** Each direction is the other one backwards, so that one index has both. Never checked is longest ago, no deadline last. */
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
  deadline: {
    asc: sql`deadline_at nulls last, created_at desc, id desc`,
    desc: sql`deadline_at desc nulls first, created_at, id`,
  },
};

const sortColumns = {
  created: 'created_at',
  email: 'email',
  checked: 'last_checked_at',
  deadline: 'deadline_at',
} as const satisfies Record<PaymentSortKey, string>;

/** The columns that `listOrder` compares, beside the id. */
export function listOrderColumns({ sort, recovered }: Pick<PaymentsQuery, 'sort' | 'recovered'>): string[] {
  const first = sort ? sortColumns[sort] : recovered ? 'recovered_at' : 'created_at';
  return [...new Set([first, 'created_at'])];
}

/** Newest first without `sort`: failures, or the recoveries of a month. */
export function listOrder({
  sort,
  order = 'asc',
  recovered,
}: Pick<PaymentsQuery, 'sort' | 'order' | 'recovered'>): RawBuilder<unknown> {
  if (sort) return orders[sort][order];
  return recovered ? sql`recovered_at desc, id desc` : orders.created.desc;
}
