import { sql, type Transaction } from 'kysely';
import { type Courtesy, MAX_COURTESY_DAYS } from '#contract/users/courtesy.ts';
import { administratorName } from '../audit/read.ts';
import { type Actor, writeAuditEntry } from '../audit/write.ts';
import type { Platform } from '../db/payment-tables.ts';
import type { Database, Db } from '../db/schema.ts';
import { Problem } from '../http/problem.ts';
import type { StoreConnection } from '../purchases/store.ts';

const DAY_MS = 86_400_000;

type Author = Extract<Actor, { kind: 'administrator' }>;

/** What is granted and has not ended; null without. Throws 404. */
export async function readCourtesy(db: Db, userId: number, now: Date): Promise<Courtesy | null> {
  const user = await db.selectFrom('users').where('id', '=', userId).select('id').executeTakeFirst();
  if (!user) throw new Problem(404, 'User not found.');
  const row = await db
    .selectFrom('courtesy_accesses')
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('until', '>', now)
    .select(['until', 'reason', 'granted_at', administratorName('courtesy_accesses.granted_by').as('by')])
    .executeTakeFirst();
  if (!row) return null;
  return {
    until: toLastDay(row.until),
    reason: row.reason,
    grantedAt: row.granted_at.toISOString(),
    grantedBy: row.by,
  };
}

/** `until` is the last day, as `YYYY-MM-DD`. Replaces what was granted. Throws 404, 409 and 422. */
export async function grantCourtesy(
  db: Db,
  { userId, until, reason, actor }: { userId: number; until: string; reason: string; actor: Author },
  now: Date,
): Promise<void> {
  const end = new Date(Date.parse(until) + DAY_MS);
  const latest = new Date(now.getTime() + (MAX_COURTESY_DAYS + 1) * DAY_MS);
  if (end <= now) throw new Problem(422, 'This day has passed. Choose today or a later day.');
  if (end > latest) throw new Problem(422, `Choose a day in the next ${MAX_COURTESY_DAYS} days.`);
  await db.transaction().execute(async (transaction) => {
    await lockUser(transaction, userId);
    const before = await endCourtesy(transaction, userId, now);
    await transaction
      .insertInto('courtesy_accesses')
      .values({ user_id: userId, until: end, reason, granted_at: now, granted_by: actor.id })
      .execute();
    const changes = [{ field: 'courtesy_access', from: before, to: until }];
    await writeAuditEntry(transaction, { actor, action: 'courtesy_granted', userId, changes }, now);
  });
}

/** Throws 404, and 409 if nothing is granted. */
export async function revokeCourtesy(
  db: Db,
  { userId, actor }: { userId: number; actor: Author },
  now: Date,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await lockUser(transaction, userId);
    const before = await endCourtesy(transaction, userId, now);
    if (before === null) throw new Problem(409, 'This user doesn’t have courtesy access.');
    const changes = [{ field: 'courtesy_access', from: before, to: null }];
    await writeAuditEntry(transaction, { actor, action: 'courtesy_revoked', userId, changes }, now);
  });
}

type Entitlement = { hasAccess: boolean; by: 'subscription' | 'courtesy' | null; until: Date | null };

/** Which environments each store accepts. */
export type StoreEnvironments = Readonly<Record<Platform, Pick<StoreConnection, 'environments'>>>;

/** Whether the user may use what a subscription pays for. Throws 404, also for deleted accounts. */
export async function readEntitlement(
  { db, stores }: { db: Db; stores: StoreEnvironments },
  userId: number,
  now: Date,
): Promise<Entitlement> {
  const user = await db
    .selectFrom('users')
    .where('id', '=', userId)
    .where('status', '<>', 'deleted')
    .select(['id', 'status'])
    .executeTakeFirst();
  if (!user) throw new Problem(404, 'User not found.');
  const none = { hasAccess: false, by: null, until: null };
  if (user.status === 'suspended') return none;
  const subscription =
    (await readSubscription(db, userId, now)) ?? (await readTestPurchase({ db, stores }, userId, now));
  if (subscription) return { hasAccess: true, by: 'subscription', until: subscription.until };
  const courtesy = await db
    .selectFrom('courtesy_accesses')
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('until', '>', now)
    .select('until')
    .executeTakeFirst();
  return courtesy ? { hasAccess: true, by: 'courtesy', until: courtesy.until } : none;
}

/** The subscription with the longest access. Its store says until when; without an answer our own end counts. */
async function readSubscription(db: Db, userId: number, now: Date) {
  return (
    db
      .selectFrom('subscriptions')
      .leftJoin('purchases', 'purchases.subscription_id', 'subscriptions.id')
      .where('subscriptions.user_id', '=', userId)
      .where('subscriptions.status', 'in', ['trialing', 'active', 'in_grace_period', 'canceled'])
      .where(({ eb, or }) =>
        or([eb('subscriptions.end_date', 'is', null), eb('subscriptions.end_date', '>', now)]),
      )
      // A grace period is over when the store said, also if the store has not been asked since.
      .where(({ eb, or }) =>
        or([
          eb('subscriptions.status', '<>', 'in_grace_period'),
          eb('purchases.access_until', 'is', null),
          eb('purchases.access_until', '>', now),
        ]),
      )
      // Just after a renewal was due, the store has not been asked yet: access goes on, and the end is not known.
      .select(
        sql<Date | null>`coalesce(
        case when purchases.access_until > ${now} then purchases.access_until end, subscriptions.end_date
      )`.as('until'),
      )
      .orderBy('until', (order) => order.desc().nullsFirst())
      .limit(1)
      .executeTakeFirst()
  );
}

/**
 * The purchase with the longest access that was made with a test account. It has no subscription, so that it is in no list
 * and no figure, but App Review and testers must find what they have bought. Only where such purchases are accepted now.
 */
async function readTestPurchase(
  { db, stores }: { db: Db; stores: StoreEnvironments },
  userId: number,
  now: Date,
) {
  const accepting = (['ios', 'android'] as const).filter(
    // Without a connection the sandbox inside the server answers.
    (platform) => stores[platform].environments?.includes('sandbox') ?? true,
  );
  if (accepting.length === 0) return undefined;
  return (
    db
      .selectFrom('purchases')
      .where('user_id', '=', userId)
      .where('environment', '=', 'sandbox')
      .where('platform', 'in', accepting)
      // As with a subscription: a renewal that was due just now ends no access before the store is asked.
      .where(({ eb, or }) => or([eb('access_until', '>', now), eb('state', '=', 'active')]))
      .select(sql<Date | null>`case when access_until > ${now} then access_until end`.as('until'))
      .orderBy('until', (order) => order.desc().nullsFirst())
      .limit(1)
      .executeTakeFirst()
  );
}

/** Returns the last day of what was granted; null without. */
async function endCourtesy(
  transaction: Transaction<Database>,
  userId: number,
  now: Date,
): Promise<string | null> {
  const ended = await transaction
    .updateTable('courtesy_accesses')
    .set({ revoked_at: now })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .returning('until')
    .executeTakeFirst();
  return ended && ended.until > now ? toLastDay(ended.until) : null;
}

function toLastDay(until: Date): string {
  return new Date(until.getTime() - DAY_MS).toISOString().slice(0, 10);
}

async function lockUser(transaction: Transaction<Database>, userId: number): Promise<void> {
  const user = await transaction
    .selectFrom('users')
    .where('id', '=', userId)
    .select('status')
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!user) throw new Problem(404, 'User not found.');
  if (user.status === 'deleted') throw new Problem(409, 'This account has been deleted.');
}
