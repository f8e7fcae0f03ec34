import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table subscriptions (
      id integer generated always as identity primary key,
      user_id integer not null references users on delete cascade,
      plan text not null,
      product_id text not null,
      platform text not null check (platform in ('ios', 'android')),
      status text not null check (status in
        ('trialing', 'active', 'in_grace_period', 'on_hold', 'paused', 'canceled', 'expired')),
      start_date timestamptz not null,
      end_date timestamptz
    )`.execute(db);
  await sql`create index subscriptions_user on subscriptions (user_id, start_date desc)`.execute(db);
  await sql`
    create table charges (
      id integer generated always as identity primary key,
      subscription_id integer not null references subscriptions on delete cascade,
      charged_at timestamptz not null,
      amount_cents integer not null check (amount_cents >= 0)
    )`.execute(db);
  await sql`create index charges_time on charges (charged_at)`.execute(db);
  await sql`create index charges_subscription on charges (subscription_id)`.execute(db);
}
