import { sql } from 'kysely';
import type { Customer } from '#contract/users/read.ts';
import type { Db, StoredUser } from '../db/schema.ts';
import { readEntitlement, type StoreEnvironments } from './courtesy.ts';

type Services = { db: Db; stores: StoreEnvironments };

/** What an app user's subscription gives them, and what they paid. Null for an administrator. */
export async function readCustomer(
  { db, stores }: Services,
  user: Pick<StoredUser, 'id' | 'role' | 'status'> & {
    created_at: Date;
    external_id: string | null;
    locale: string | null;
  },
  now: Date,
): Promise<Customer | null> {
  if (user.role !== 'user') return null;
  const [newest, paid, access] = await Promise.all([
    readNewestSubscription(db, user.id),
    readPaid(db, user.id),
    user.status === 'deleted' ? null : readAccess({ db, stores }, user.id, now),
  ]);
  return {
    plan: newest?.plan ?? null,
    subscription_status: newest?.subscription_status ?? null,
    platform: newest?.platform ?? null,
    access,
    paid,
    since: user.created_at.toISOString(),
    externalId: user.external_id,
    locale: user.locale,
  };
}

function readNewestSubscription(db: Db, userId: number) {
  return db
    .selectFrom('subscriptions')
    .where('user_id', '=', userId)
    .select(['plan', 'status as subscription_status', 'platform'])
    .orderBy('start_date', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

async function readPaid(db: Db, userId: number): Promise<Customer['paid']> {
  const { rows } = await sql<{ minor: number; currency: string }>`
    select sum(amount_minor - refunded_minor)::double precision as minor, currency
    from subscriptions join charges on charges.subscription_id = subscriptions.id
    where user_id = ${userId} and amount_minor is not null
    group by currency order by 1 desc, currency`.execute(db);
  return rows;
}

/** A subscription that renews has no end of its own: access lasts at least as long as was paid for. */
async function readAccess(services: Services, userId: number, now: Date): Promise<Customer['access']> {
  const { by, until } = await readEntitlement(services, userId, now);
  if (by === null) return null;
  return { by, until: (until ?? (await readPaidUntil(services.db, userId, now)))?.toISOString() ?? null };
}

async function readPaidUntil(db: Db, userId: number, now: Date): Promise<Date | null> {
  const { rows } = await sql<{ until: Date | null }>`
    select max(paid_until) as until from subscriptions join charges on charges.subscription_id = subscriptions.id
    where user_id = ${userId} and paid_until > ${now}`.execute(db);
  return rows[0]?.until ?? null;
}
