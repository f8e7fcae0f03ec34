import { type RawBuilder, sql } from 'kysely';
import type {
  PaymentAge,
  PaymentSortKey,
  PaymentsQuery,
  PaymentView,
  ViewCounts,
} from '#contract/payments/list.ts';
import type { Access } from '#contract/payments/records.ts';
import { administratorName } from '../../audit/read.ts';
import type { Page } from '../../db/lists/page.ts';
import {
  type Condition,
  conditionsOf,
  type Filters,
  type List,
  matchesAll,
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

type PaymentFilters = Omit<PaymentsQuery, 'sort' | 'order' | 'page' | 'pageSize' | 'retry' | 'result'>;

/** Payments of deleted accounts are in no list and no figure. For a join PostgreSQL might read every user. */
export const hasAccount = sql<boolean>`
  (select status from users where users.id = failed_payments.user_id) <> 'deleted'`;

const isOpen = sql<boolean>`failed_payments.state <> 'recovered'`;

/** The store has refused for good, or the subscription has ended without the payment. */
const isFinal = sql<boolean>`(state = 'not_retryable' or ended_at is not null)`;

/** Asking again soon brings nothing new: until the deadline of the store, or for a day where it has none. */
function isWaiting(now: Date): Condition {
  const yesterday = new Date(now.getTime() - DAY_MS);
  return sql`(state = 'still_failing' and ended_at is null and
    case when deadline_at is null then last_checked_at > ${yesterday} else deadline_at > ${now} end)`;
}

/** The access of now, by the store or by courtesy, ends within 7 days. */
function losesAccess(now: Date): Condition {
  const week = new Date(now.getTime() + 7 * DAY_MS);
  return sql`(access_until > ${now} or ${hasCourtesyAccess(now)})
    and (access_until is null or access_until <= ${week}) and not ${hasCourtesyAccess(week)}`;
}

/** What each view holds at this time. */
function viewsAt(now: Date): Readonly<Record<PaymentView, Condition>> {
  return {
    to_check: sql`(${isOpen} and not ${isFinal} and not coalesce(${isWaiting(now)}, false))`,
    waiting: sql`${isWaiting(now)}`,
    losing_access: sql`(${isOpen} and not ${isFinal} and ${losesAccess(now)})`,
    unrecoverable: sql`(${isOpen} and ${isFinal})`,
    recovered: sql`failed_payments.state = 'recovered'`,
    all: isOpen,
  };
}

/** The filters at this time. */
function filtersAt(now: Date): Filters<PaymentFilters> {
  return {
    view: (view) => viewsAt(now)[view],
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

export type PaymentListQuery = Omit<PaymentsQuery, 'page' | 'pageSize'>;

/** The payments that a retry of many asked about, or those of them that ended with this result. */
function isOfRetry(retry: number, result: PaymentsQuery['result']): Condition {
  return sql`failed_payments.id in (select payment_id from background_job_rows
    where job_id = ${retry}${result ? sql` and background_job_rows.result = ${result}` : sql``})`;
}

/**
 * The payments that a query asks for: without `view`, `state` and `retry` those that are not recovered, with `recovered`
 * those that are. Newest first without `sort`: failures, or recoveries.
 */
export function paymentList({ sort, order = 'asc', ...query }: PaymentListQuery, now: Date): List {
  const { view, recovered, retry, result, state = recovered ? 'recovered' : undefined } = query;
  // A search sorts what it has found. With the join PostgreSQL would read every user, because it expects far more.
  const isJoined = sort === 'email' && !query.keyword?.trim();
  const email = isJoined
    ? sql`lower(users.email)`
    : sql`(select lower(email) from users where users.id = failed_payments.user_id)`;
  const areRecovered = view === 'recovered' || recovered !== undefined;
  const byDefault = areRecovered ? sql`recovered_at desc, failed_payments.id desc` : newest;
  return {
    table: 'failed_payments',
    ...(isJoined ? { join: sql`join users on users.id = failed_payments.user_id` } : {}),
    where: [
      hasAccount,
      ...(view || state || retry ? [] : [isOpen]),
      ...(retry ? [isOfRetry(retry, result)] : []),
      ...conditionsOf<PaymentFilters>(filtersAt(now), { ...query, state }),
    ],
    orderBy: sort ? ordersWith(email)[sort][order] : byDefault,
  };
}

type CountedQuery = Pick<PaymentsQuery, 'keyword' | 'platform' | 'age' | 'deadline' | 'access'>;

/** How many payments each view has, in one reading of all payments. */
export async function countViews(db: Db, now: Date): Promise<ViewCounts> {
  const { found: _, ...views } = await countViewsIn(db, sql`failed_payments where ${hasAccount}`, now);
  return views;
}

/** More are not counted by view. */
const MAX_COUNTED_MATCHES = 10_000;

/** The same for a search and filters; null if more than 10,000 payments match, because counting them would take long. */
export async function countMatchingViews(
  db: Db,
  { keyword, platform, age, deadline, access }: CountedQuery,
  now: Date,
): Promise<ViewCounts | null> {
  const filters = conditionsOf<CountedQuery>(filtersAt(now), { keyword, platform, age, deadline, access });
  const matches = sql`(select * from failed_payments where ${matchesAll([hasAccount, ...filters])}
    limit ${MAX_COUNTED_MATCHES + 1}) as failed_payments`;
  const { found, ...views } = await countViewsIn(db, matches, now);
  return found > MAX_COUNTED_MATCHES ? null : views;
}

async function countViewsIn(db: Db, source: RawBuilder<unknown>, now: Date) {
  const counts = Object.entries(viewsAt(now)).map(
    ([view, condition]) => sql`count(*) filter (where ${condition})::integer as ${sql.ref(view)}`,
  );
  const { rows } = await sql<ViewCounts & { found: number }>`
    select count(*)::integer as found, ${sql.join(counts)} from ${source}`.execute(db);
  if (!rows[0]) throw new Error('A count has no row.');
  return rows[0];
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

/** What the store could not collect, in the smallest unit of its currency; in dollars if only these are known. */
export const price = {
  minor: sql<number | null>`coalesce(amount_minor, amount_cents)`,
  currency: sql<string>`case when amount_minor is null then 'USD' else failed_payments.currency end`,
};

/** Selects only what lists and exports send. The access is that of now. */
export function selectListed(db: Db, now: Date) {
  return db
    .selectFrom('failed_payments')
    .innerJoin('users', 'users.id', 'failed_payments.user_id')
    .select([
      'failed_payments.id',
      'users.email',
      sql<string>`trim(concat_ws(' ', users.first_name, users.last_name))`.as('name'),
      'product_id',
      'platform',
      price.minor.as('minor'),
      price.currency.as('currency'),
      'error_message',
      'failed_payments.created_at',
      'last_outcome',
      'last_message',
      'last_checked_at',
      'recovered_at',
      'ended_at',
      recoveredBy.as('recovered_by'),
      'failed_payments.user_id',
      ...accessAndDeadlineColumns(now),
      hasOtherSubscription(now).as('other_subscription'),
    ]);
}
