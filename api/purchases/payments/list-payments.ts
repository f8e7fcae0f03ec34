import { type RawBuilder, sql } from 'kysely';
import type { PaymentAge, PaymentSortKey, PaymentsQuery } from '#contract/payments/list.ts';
import type { Access } from '#contract/payments/records.ts';
import { administratorName } from '../../audit/read.ts';
import type { Page } from '../../db/lists/page.ts';
import {
  type Condition,
  conditionsOf,
  type Filters,
  type List,
  selectPage,
  withTotal,
} from '../../db/lists/read-list.ts';
import { matchesWords } from '../../db/lists/search.ts';
import type { Db } from '../../db/schema.ts';
import {
  accessAndDeadlineColumns,
  hasCourtesyAccess,
  hasOtherSubscription,
  hasStoreAccess,
  isAccessKnown,
} from './access-and-deadline.ts';

const DAY_MS = 86_400_000;

type PaymentFilters = Omit<PaymentsQuery, 'sort' | 'order' | 'page' | 'pageSize'>;

/** Payments of deleted accounts are in no list and no figure. For a join PostgreSQL might read every user. */
export const hasAccount = sql<boolean>`
  (select status from users where users.id = failed_payments.user_id) <> 'deleted'`;

const isOpen = sql<boolean>`failed_payments.state <> 'recovered'`;

/** The filters at this time. */
function filtersAt(now: Date): Filters<PaymentFilters> {
  return {
    // The customer, the product or the id has each word.
    keyword: (keyword) =>
      matchesWords(
        keyword,
        (has) => sql`(failed_payments.user_id in (select id from users where ${has(sql`users.search_text`)})
          or ${has(sql`failed_payments.search_text`)})`,
      ),
    platform: (platform) => sql`failed_payments.platform = ${platform}`,
    state: (state) => sql`failed_payments.state = ${state}`,
    age: (age) => hasAge(age, now),
    recovered: isRecoveredIn,
    deadline: () => endsWithinWeek(now),
    access: (access) => hasAccess(access, now),
    userId: (userId) => sql`failed_payments.user_id = ${userId}`,
  };
}

const maxDays: Readonly<Record<PaymentAge, number>> = { day: 1, week: 7, month: 30, older: 30 };

/** `day`, `week` and `month` overlap. */
export function hasAge(age: PaymentAge, now: Date): Condition {
  const since = new Date(now.getTime() - maxDays[age] * DAY_MS);
  return age === 'older'
    ? sql`failed_payments.created_at < ${since}`
    : sql`failed_payments.created_at >= ${since}`;
}

/** `month` as `YYYY-MM`, in UTC. */
function isRecoveredIn(month: string): Condition {
  const [year = 0, number = 0] = month.split('-').map(Number);
  const [first, next] = [new Date(Date.UTC(year, number - 1)), new Date(Date.UTC(year, number))];
  return sql`(recovered_at >= ${first} and recovered_at < ${next})`;
}

/** The store gives up in the next 7 days, or should have by now. */
export function endsWithinWeek(now: Date): Condition {
  return sql`deadline_at < ${new Date(now.getTime() + 7 * DAY_MS)}`;
}

/** What the customer has now, as `toAccessAndDeadline` says it. A recovered payment has none of them. */
export function hasAccess(access: Access, now: Date): Condition {
  if (access === 'yes') return sql`(${isOpen} and ${isAccessKnown} and ${hasStoreAccess(now)})`;
  const without = sql`(access_until is null or access_until <= ${now})`;
  return access === 'courtesy'
    ? sql`(${isOpen} and ${without} and ${hasCourtesyAccess(now)})`
    : sql`(${isOpen} and ${isAccessKnown} and ${without} and not ${hasCourtesyAccess(now)})`;
}

const newest = sql`failed_payments.created_at desc, failed_payments.id desc`;
const oldest = sql`failed_payments.created_at, failed_payments.id`;

type Orders = Readonly<Record<PaymentSortKey, Record<'asc' | 'desc', RawBuilder<unknown>>>>;

/** Payments with the same value are newest first, and the other way round in the other direction. */
const ordersWith = (email: RawBuilder<unknown>): Orders => ({
  created: { asc: oldest, desc: newest },
  email: { asc: sql`${email}, ${newest}`, desc: sql`${email} desc, ${oldest}` },
  // A payment that was never checked counts as the oldest.
  checked: {
    asc: sql`last_checked_at nulls first, ${oldest}`,
    desc: sql`last_checked_at desc nulls last, ${newest}`,
  },
  // A payment without a deadline counts as the latest.
  deadline: {
    asc: sql`deadline_at nulls last, ${newest}`,
    desc: sql`deadline_at desc nulls first, ${oldest}`,
  },
});

export type PaymentListQuery = PaymentFilters & Pick<PaymentsQuery, 'sort' | 'order'>;

/**
 * The payments that a query asks for: without `state` those that are not recovered, with `recovered` those that are.
 * Newest first without `sort`: failures, or the recoveries of a month.
 */
export function paymentList({ sort, order = 'asc', ...query }: PaymentListQuery, now: Date): List {
  const { recovered, state = recovered ? 'recovered' : undefined } = query;
  // A search sorts what it has found. With the join PostgreSQL would read every user, because it expects far more.
  const isJoined = sort === 'email' && !query.keyword?.trim();
  const email = isJoined
    ? sql`lower(users.email)`
    : sql`(select lower(email) from users where users.id = failed_payments.user_id)`;
  const byDefault = recovered ? sql`recovered_at desc, failed_payments.id desc` : newest;
  return {
    table: 'failed_payments',
    ...(isJoined ? { join: sql`join users on users.id = failed_payments.user_id` } : {}),
    where: [
      hasAccount,
      ...(state ? [] : [isOpen]),
      ...conditionsOf<PaymentFilters>(filtersAt(now), { ...query, state }),
    ],
    orderBy: sort ? ordersWith(email)[sort][order] : byDefault,
  };
}

type PaymentPage = { query: PaymentsQuery; page: Page };

/** The payments of a page, and how many the list has: exactly, or at least 10,000. */
export function readPaymentList(db: Db, asked: PaymentPage, now: Date) {
  return withTotal(db, paymentList(asked.query, now), () => readPayments(db, asked, now));
}

/** The payments of a page. */
export function readPayments(db: Db, { query, page }: PaymentPage, now: Date) {
  const list = paymentList(query, now);
  return selectListed(db, now)
    .select(
      sql<number>`(select purchases.id from purchases
        where purchases.platform = failed_payments.platform and key = purchase_token)`.as('purchase_id'),
    )
    .where('failed_payments.id', 'in', sql<number>`(${selectPage(list, page)})`)
    .orderBy(list.orderBy)
    .execute();
}

/** The name of the administrator who recovered it, who may have gone; null if the store did it alone. */
const recoveredBy = sql<string | null>`case
  when recovered_at is not null and not recovered_alone and (recovered_by is not null or last_outcome = 'recovered')
  then ${administratorName('failed_payments.recovered_by')} end`;

/** Selects only what lists and exports send. The access is that of now. */
export function selectListed(db: Db, now: Date) {
  return db
    .selectFrom('failed_payments')
    .innerJoin('users', 'users.id', 'failed_payments.user_id')
    .select([
      'failed_payments.id',
      'users.email',
      'product_id',
      'platform',
      'error_message',
      'failed_payments.created_at',
      'last_outcome',
      'last_message',
      'last_checked_at',
      'recovered_at',
      recoveredBy.as('recovered_by'),
      'failed_payments.user_id',
      ...accessAndDeadlineColumns(now),
      hasOtherSubscription(now).as('other_subscription'),
    ]);
}
