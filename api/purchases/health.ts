import { type RawBuilder, sql } from 'kysely';
import { MAX_HEALTH_COUNT, type StoreHealth, type UnattributedPurchase } from '#contract/purchases/health.ts';
import { type Actor, writeAuditEntry } from '../audit/write.ts';
import type { Page } from '../db/lists/page.ts';
import type { Platform } from '../db/payment-tables.ts';
import type { Db } from '../db/schema.ts';
import { Problem } from '../http/problem.ts';
import type { Stores } from './ask-purchase.ts';
import { storeName } from './outcome.ts';
import { receiveNotification } from './receive-notification.ts';
import type { ThrottledStore } from './throttle.ts';

const DAY_MS = 86_400_000;

type Services = {
  db: Db;
  stores: Stores;
  clock: () => Date;
};
type OneStore = Pick<Services, 'db'> & { platform: Platform; now: Date };

/** How the connection to each store does. Counts end at 10,000. */
export async function readHealth({ db, stores, clock }: Services): Promise<StoreHealth[]> {
  const now = clock();
  const platforms = ['ios', 'android'] as const;
  return Promise.all(platforms.map((platform) => readStore({ db, platform, now }, stores[platform])));
}

async function readStore(one: OneStore, store: ThrottledStore): Promise<StoreHealth> {
  const { platform, now } = one;
  const [notifications, newKinds, work, reconciliation] = await Promise.all([
    readNotifications(one),
    readNewKinds(one),
    readWork(one),
    readReconciliation(one),
  ]);
  const waitsUntil = store.pausedUntil();
  return {
    store: platform,
    environments: store.environments && [...store.environments],
    canTest: store.requestTest !== null,
    ...notifications,
    newKinds,
    ...work,
    reconciliation,
    waitsUntil: waitsUntil > now.getTime() ? new Date(waitsUntil).toISOString() : null,
  };
}

/** Counts what the store has delivered itself: what a reconciliation has found proves nothing about our webhook. */
async function readNotifications({ db, platform, now }: OneStore) {
  const newest = (where: RawBuilder<unknown>) => sql`(
    select json_build_object('type', type, 'sentAt', ${iso('sent_at')}, 'receivedAt', ${iso('received_at')})
    from store_notifications where platform = ${platform} and not by_reconciliation and ${where}
    order by received_at desc limit 1)`;
  const last = sql`(select max(received_at) from store_notifications
    where platform = ${platform} and not by_reconciliation)`;
  const { rows } = await sql<Pick<StoreHealth, 'lastNotification' | 'lastTest' | 'lastDay' | 'monthBefore'>>`
    select ${newest(sql`true`)} as "lastNotification", ${newest(sql`type = 'TEST'`)} as "lastTest",
      ${countForHealth(sql`store_notifications where platform = ${platform} and not by_reconciliation
        and received_at > ${new Date(now.getTime() - DAY_MS)}`)} as "lastDay",
      ${countForHealth(sql`store_notifications where platform = ${platform} and not by_reconciliation
        and received_at > ${last} - interval '30 days' and received_at < ${last}`)} as "monthBefore"`.execute(
    db,
  );
  return rows[0] ?? { lastNotification: null, lastTest: null, lastDay: 0, monthBefore: 0 };
}

async function readNewKinds({ db, platform }: OneStore): Promise<StoreHealth['newKinds']> {
  const rows = await db
    .selectFrom('store_notifications')
    .where('is_new_kind', '=', true)
    .where('platform', '=', platform)
    .select(({ fn }) => ['type', fn.max('received_at').as('last')])
    .groupBy('type')
    .orderBy('last', 'desc')
    .limit(20)
    .execute();
  return rows.map(({ type, last }) => ({ type, lastAt: last.toISOString() }));
}

async function readWork({ db, platform, now }: OneStore) {
  const due = sql`purchases
    where platform = ${platform} and due_at is not null and due_since <= ${now} and given_up_at is null`;
  const { rows } = await sql<{
    hasPurchases: boolean;
    dueCount: number;
    oldest: StoreHealth['due']['oldest'];
    givenUp: number;
    unattributed: number;
  }>`
    select coalesce((select true from purchases where platform = ${platform} and environment = 'production'
        order by key limit 1), false) as "hasPurchases",
      ${countForHealth(due)} as "dueCount",
      (select json_build_object('purchaseId', id, 'since', ${iso('due_since')}, 'attempts', attempts,
        'lastError', last_error) from ${due} order by due_since limit 1) as oldest,
      ${countForHealth(sql`purchases where platform = ${platform} and given_up_at is not null`)} as "givenUp",
      ${countForHealth(sql`purchases where platform = ${platform} and ${isUnattributed}`)} as unattributed`.execute(
    db,
  );
  const [row] = rows;
  return {
    hasPurchases: row?.hasPurchases ?? false,
    due: { count: row?.dueCount ?? 0, oldest: row?.oldest ?? null },
    givenUp: row?.givenUp ?? 0,
    unattributed: row?.unattributed ?? 0,
  };
}

async function readReconciliation({ db, platform }: OneStore): Promise<StoreHealth['reconciliation']> {
  const run = await db
    .selectFrom('reconciliations')
    .where('platform', '=', platform)
    .selectAll()
    .executeTakeFirst();
  return {
    completeAt: run?.complete_until?.toISOString() ?? null,
    startedAt: run?.started_at?.toISOString() ?? null,
    failedAt: run?.failed_at?.toISOString() ?? null,
    failure: run?.failure ?? null,
    missedLast: run?.missed_last ?? 0,
    missedTotal: run?.missed_total ?? 0,
  };
}

/** Purchases of test accounts are left out, because they often have no user. */
const isUnattributed = sql<boolean>`user_id is null and environment = 'production'`;

/** `source` is a table with its conditions, all of one index. */
function countForHealth(source: RawBuilder<unknown>): RawBuilder<number> {
  return sql`(select count(*)::integer from (select from ${source} limit ${MAX_HEALTH_COUNT}) as found)`;
}

function iso(column: string): RawBuilder<unknown> {
  return sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/** Purchases that belong to no user, newest first, without their keys. */
export async function listUnattributedPurchases(
  db: Db,
  { offset, limit }: Page,
): Promise<{ data: UnattributedPurchase[]; total: number }> {
  const [rows, totals] = await Promise.all([
    db
      .selectFrom('purchases')
      .where(isUnattributed)
      .select(['id', 'platform', 'product_id', 'first_seen_at', 'raw_state'])
      .orderBy('id', 'desc')
      .offset(offset)
      .limit(limit)
      .execute(),
    sql<{ total: number }>`select ${countForHealth(sql`purchases where ${isUnattributed}`)} as total`.execute(
      db,
    ),
  ]);
  const data = rows.map(({ id, platform, product_id, first_seen_at, raw_state }) => ({
    ...{ id, store: platform, product: product_id, state: raw_state },
    firstSeenAt: first_seen_at.toISOString(),
  }));
  return { data, total: totals.rows[0]?.total ?? 0 };
}

const STORE_TIMEOUT_MS = 20_000;

/** The notification comes to our webhook later; that of the sandbox at once. Throws 409 and 503. */
export async function requestTest(
  { db, stores, clock }: Services,
  { platform, actor }: { platform: Platform; actor: Actor },
): Promise<void> {
  const { requestTest: request } = stores[platform];
  const store = storeName(platform);
  if (!request) throw new Problem(409, `${store} only sends test notifications from its own console.`);
  const changes = [{ field: 'store', from: null, to: store }];
  const entry = { action: 'test_notification_requested', userId: null, changes } as const;
  await writeAuditEntry(db, { actor, ...entry }, clock());
  const answer = await request(AbortSignal.timeout(STORE_TIMEOUT_MS));
  switch (answer.kind) {
    case 'requested':
      return;
    case 'arrives':
      await receiveNotification(db, answer.notification, clock());
      return;
    case 'refused':
      throw new Problem(409, answer.because);
    case 'not_now':
      throw new Problem(503, `${store} couldn’t be checked: ${answer.because}. Please try again later.`);
  }
}
