import { type RawBuilder, sql } from 'kysely';
import type {
  RefundFigures,
  RefundObstacle,
  RefundPreference,
  RefundRequest,
  RefundState,
  RefundView,
  RefundViewCounts,
} from '#contract/refunds.ts';
import type { RefundRequestCounts } from '#contract/statistics/overview.ts';
import { administratorName } from '../../audit/read.ts';
import type { Page } from '../../db/lists/page.ts';
import type { Platform } from '../../db/payment-tables.ts';
import type { Db } from '../../db/schema.ts';
import { minorDigits } from '../money.ts';

const DAY_MS = 86_400_000;
/** A request whose time ends so soon is a warning in the console and in the log. */
export const WARNING_MS = 2 * 3_600_000;

/** What has become of a request at this time. */
function stateAt(now: Date): RawBuilder<RefundState> {
  return sql`case
    when outcome is not null then outcome
    when sent_at is not null then 'answered'
    when refused_at is not null then 'refused'
    when answer_due_at <= ${now} then 'unanswered'
    when answered_at is not null then 'sending'
    else 'open' end`;
}

function viewsAt(now: Date): Readonly<Record<RefundView, RawBuilder<boolean>>> {
  const isOver = sql`(sent_at is not null or refused_at is not null or answer_due_at <= ${now})`;
  return {
    open: sql`(outcome is null and not ${isOver})`,
    waiting: sql`(outcome is null and ${isOver})`,
    decided: sql`outcome is not null`,
    all: sql`true`,
  };
}

/** Why nothing can be sent; null: something can. The charge of the order says what is known, and whose it is. */
const obstacle: RawBuilder<RefundObstacle | null> = sql`case
  when refund_requests.platform = 'ios' and not coalesce(users.refund_data_consent, false) then 'no_consent'
  when refund_requests.order_id is null or refund_requests.platform = 'android' and store_token is null then 'no_order'
  when charges.id is null then 'unknown_purchase' end`;

const joins = sql`
  left join charges on charges.platform = refund_requests.platform and charges.order_id = refund_requests.order_id
  left join subscriptions on subscriptions.id = charges.subscription_id
  left join purchases on purchases.id = refund_requests.purchase_id
  left join users on users.id = coalesce(subscriptions.user_id, purchases.user_id,
    (select id from users as named where named.store_account_token = refund_requests.account_token))`;

export type RequestRow = {
  id: number;
  platform: Platform;
  user_id: number | null;
  name: string | null;
  email: string | null;
  product_id: string | null;
  order_id: string | null;
  minor: number | null;
  currency: string;
  store_reason: string | null;
  store_token: string | null;
  asked_at: Date;
  answer_due_at: Date;
  state: RefundState;
  obstacle: RefundObstacle | null;
  preference: RefundPreference | null;
  answer: string | null;
  answered_at: Date | null;
  answered_by: string | null;
  by_rule: boolean;
  sent_at: Date | null;
  problem: string | null;
  warned_at: Date | null;
  outcome_at: Date | null;
  charged_at: Date | null;
  paid_until: Date | null;
  had_trial: boolean | null;
};
type ListedRow = RequestRow & { charges: number; refunds: number; courtesies: number; requests: number };

const columnsAt = (now: Date) => sql`refund_requests.id, refund_requests.platform, users.id as user_id,
  trim(concat_ws(' ', users.first_name, users.last_name)) as name, users.email,
  coalesce(subscriptions.product_id, purchases.product_id, refund_requests.product_id) as product_id,
  refund_requests.order_id, coalesce(charges.amount_minor, charges.amount_cents) as minor,
  case when charges.amount_minor is null then 'USD' else charges.currency end as currency,
  store_reason, store_token, refund_requests.asked_at, answer_due_at, ${stateAt(now)} as state, ${obstacle} as obstacle,
  preference, answer, answered_at, ${administratorName('refund_requests.answered_by')} as answered_by, by_rule,
  sent_at, problem, warned_at, outcome_at, charges.charged_at, charges.paid_until, subscriptions.had_trial`;

/** One request as it is now, for its answer; null if it is gone. */
export async function readRequest(db: Db, id: number, now: Date): Promise<RequestRow | null> {
  const { rows } = await sql<RequestRow>`
    select ${columnsAt(now)} from refund_requests ${joins} where refund_requests.id = ${id}`.execute(db);
  return rows[0] ?? null;
}

/** What the customer of a request has besides it. */
const history = sql`
  (select count(*)::integer from charges as other join subscriptions as paid on paid.id = other.subscription_id
    where paid.user_id = users.id and other.id is distinct from charges.id) as charges,
  (select count(*)::integer from charges as other join subscriptions as paid on paid.id = other.subscription_id
    where paid.user_id = users.id and other.id is distinct from charges.id and other.refunded_at is not null) as refunds,
  (select count(*)::integer from courtesy_accesses where courtesy_accesses.user_id = users.id) as courtesies,
  (select count(*)::integer from refund_requests as other
      join charges as asked on asked.platform = other.platform and asked.order_id = other.order_id
      join subscriptions as paid on paid.id = asked.subscription_id
    where paid.user_id = users.id and other.id <> refund_requests.id) as requests`;

/** Both are undefined for every request. */
type Of = { platform: Platform | undefined; userId: number | undefined };

function isOf({ platform, userId }: Of): RawBuilder<boolean> {
  const ofStore = platform ? sql`refund_requests.platform = ${platform}` : sql`true`;
  if (userId === undefined) return sql`${ofStore}`;
  return sql`${ofStore} and refund_requests.id in (
    select refund_requests.id from refund_requests ${joins} where users.id = ${userId})`;
}

/** A page of a view. The one that ends first is first in `open`, else the newest. */
export async function listRequests(
  db: Db,
  { view, page, ...of }: Of & { view: RefundView; page: Page },
  now: Date,
): Promise<RefundRequest[]> {
  const order =
    view === 'open'
      ? sql`refund_requests.answer_due_at, refund_requests.id`
      : sql`refund_requests.asked_at desc, refund_requests.id desc`;
  const { rows } = await sql<ListedRow>`
    select ${columnsAt(now)}, ${history}
    from (
      select * from refund_requests where ${viewsAt(now)[view]} and ${isOf(of)}
      order by ${order} limit ${page.limit} offset ${page.offset}
    ) as refund_requests ${joins} order by ${order}`.execute(db);
  return rows.map((row) => toRequest(row, now));
}

/** One request as the list sends it; null if it is gone. */
export async function readListed(db: Db, id: number, now: Date): Promise<RefundRequest | null> {
  const { rows } = await sql<ListedRow>`
    select ${columnsAt(now)}, ${history} from refund_requests ${joins} where refund_requests.id = ${id}`.execute(
    db,
  );
  return rows[0] ? toRequest(rows[0], now) : null;
}

/** How many requests each view has. */
export async function countViews(db: Db, of: Of, now: Date): Promise<RefundViewCounts> {
  const { open, waiting, decided } = viewsAt(now);
  const { rows } = await sql<RefundViewCounts>`
    select count(*) filter (where ${open})::integer as open, count(*) filter (where ${waiting})::integer as waiting,
      count(*) filter (where ${decided})::integer as decided, count(*)::integer as "all"
    from refund_requests where ${isOf(of)}`.execute(db);
  if (!rows[0]) throw new Error('A count has no row.');
  return rows[0];
}

/** What still has to be answered. A request without the customer's consent can't be, so it doesn't count. */
export async function countOpenRequests(db: Db, now: Date): Promise<RefundRequestCounts> {
  const soon = new Date(now.getTime() + WARNING_MS);
  const { rows } = await sql<{ open: number; urgent: number; next: Date | null }>`
    select count(*) filter (where answered_at is null)::integer as open,
      count(*) filter (where answer_due_at <= ${soon})::integer as urgent,
      min(answer_due_at) as next
    from (
      select answered_at, answer_due_at from refund_requests ${joins}
      where outcome is null and answer_due_at > ${now} and sent_at is null and refused_at is null
        and ${obstacle} is distinct from 'no_consent'
    ) as unanswered`.execute(db);
  const { open = 0, urgent = 0, next = null } = rows[0] ?? {};
  return { open, urgent, nextDueAt: next?.toISOString() ?? null };
}

type FigureRow = Omit<RefundFigures, 'refunded'> & { currency: string | null; refundedMinor: number };

/** What the stores asked in the last twelve months, by store, plan and reason; the most first. */
export async function readFigures(db: Db, now: Date): Promise<RefundFigures[]> {
  const since = new Date(now);
  since.setUTCFullYear(since.getUTCFullYear() - 1);
  // The refund of each currency by the rate of the month of its charge, as a charge itself is converted.
  const { rows } = await sql<FigureRow>`
    select refund_requests.platform as store,
      coalesce(subscriptions.plan, purchases.product_id, refund_requests.product_id) as plan,
      store_reason as "storeReason", charges.currency, count(*)::integer as requests,
      count(*) filter (where sent_at <= answer_due_at)::integer as "answeredInTime",
      count(*) filter (where outcome = 'granted')::integer as granted,
      count(*) filter (where outcome in ('declined', 'reversed'))::integer as declined,
      coalesce(sum(charges.refunded_minor * case charges.currency when 'USD' then 1 else dollars end)
        filter (where outcome = 'granted'), 0)::float8 as "refundedMinor"
    from refund_requests
      left join charges on charges.platform = refund_requests.platform and charges.order_id = refund_requests.order_id
      left join subscriptions on subscriptions.id = charges.subscription_id
      left join purchases on purchases.id = refund_requests.purchase_id
      left join exchange_rates on exchange_rates.currency = charges.currency
        and month = date_trunc('month', charged_at at time zone 'UTC')
    where refund_requests.asked_at > ${since} and refund_requests.asked_at <= ${now}
    group by 1, 2, 3, 4 order by requests desc, 1, 2 nulls last, 3 nulls last`.execute(db);
  const figures = new Map<string, RefundFigures>();
  for (const { currency, refundedMinor, ...row } of rows) {
    const refunded = refundedMinor / 10 ** minorDigits(currency ?? 'USD');
    const key = JSON.stringify([row.store, row.plan, row.storeReason]);
    const sum = figures.get(key);
    if (!sum) {
      figures.set(key, { ...row, refunded });
      continue;
    }
    sum.requests += row.requests;
    sum.answeredInTime += row.answeredInTime;
    sum.granted += row.granted;
    sum.declined += row.declined;
    sum.refunded += refunded;
  }
  return [...figures.values()]
    .map((row) => ({ ...row, refunded: Math.round(row.refunded * 100) / 100 }))
    .sort((one, other) => other.requests - one.requests);
}

/** What is known of a purchase: whole days of access, and whether a free trial came before. */
function toFacts(row: RequestRow, now: Date): RefundRequest['facts'] {
  const used = usedPart(row, row.answered_at ?? now);
  if (used === null || !row.charged_at || !row.paid_until) return null;
  const paidDays = Math.round((row.paid_until.getTime() - row.charged_at.getTime()) / DAY_MS);
  return {
    // A charge is booked for the customer's own subscription, which gives them access.
    delivered: true,
    usedDays: Math.floor(used * paidDays),
    paidDays,
    hadTrial: row.had_trial ?? false,
  };
}

/** The part of the paid time that has passed, from 0 to 1; null without a charge. */
export function usedPart(
  { charged_at, paid_until }: Pick<RequestRow, 'charged_at' | 'paid_until'>,
  at: Date,
): number | null {
  if (!charged_at || !paid_until) return null;
  const paidMs = paid_until.getTime() - charged_at.getTime();
  if (paidMs <= 0) return 1;
  return Math.min(1, Math.max(0, (at.getTime() - charged_at.getTime()) / paidMs));
}

function toRequest(row: ListedRow, now: Date): RefundRequest {
  const { id, platform, preference, answered_at, minor, currency, state } = row;
  const { charges, refunds, courtesies, requests } = row;
  return {
    id,
    store: platform,
    userId: row.user_id,
    name: row.name ?? '',
    email: row.email ?? '',
    productId: row.product_id,
    order: row.order_id,
    amount: minor === null ? null : { minor, currency },
    storeReason: row.store_reason,
    askedAt: row.asked_at.toISOString(),
    answerDueAt: row.answer_due_at.toISOString(),
    state,
    obstacle: preference === null && (state === 'open' || state === 'unanswered') ? row.obstacle : null,
    answer:
      preference && answered_at
        ? {
            preference,
            at: answered_at.toISOString(),
            by: row.by_rule ? null : row.answered_by,
            byRule: row.by_rule,
            sentAt: row.sent_at?.toISOString() ?? null,
            problem: row.problem,
          }
        : null,
    decidedAt: row.outcome_at?.toISOString() ?? null,
    facts: toFacts(row, now),
    history: row.user_id === null ? null : { charges, refunds, courtesies, requests },
  };
}
