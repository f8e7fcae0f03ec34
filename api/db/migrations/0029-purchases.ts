import { type Kysely, sql } from 'kysely';

/**
 * What the stores know: purchases, their notifications, and charges by the store's own order. docs/decisions/0023 says
 * why a purchase is the unit of work.
 */
export async function up(db: Kysely<never>): Promise<void> {
  for (const table of ['mails', 'recipe_imports', 'recipe_changes']) {
    await sql`alter table ${sql.id(table)} add column generation integer not null default 0`.execute(db);
  }
  await sql`
    alter table users add column store_account_token uuid not null unique default gen_random_uuid()`.execute(
    db,
  );
  await createPurchases(db);
  await extendCharges(db);
  await extendFailedPayments(db);
  await keepFigures(db);
}

async function createPurchases(db: Kysely<never>): Promise<void> {
  await sql`
    create table purchases (
      id integer generated always as identity primary key,
      platform text not null check (platform in ('ios', 'android')),
      key text not null,
      environment text not null default 'production' check (environment in ('production', 'sandbox')),
      product_id text,
      user_id integer references users on delete cascade,
      subscription_id integer references subscriptions on delete set null,
      account_token text,
      asked_at timestamptz,
      state text,
      raw_state text,
      access_until timestamptz,
      ask_again_at timestamptz,
      known_order text,
      asked_orders text[] not null default '{}',
      due_at timestamptz,
      generation integer not null default 0,
      attempts integer not null default 0,
      lease_id uuid,
      lease_until timestamptz,
      last_error text,
      given_up_at timestamptz,
      unique (platform, key)
    )`.execute(db);
  await sql`create index purchases_user on purchases (user_id)`.execute(db);
  await sql`create index purchases_subscription on purchases (subscription_id)`.execute(db);
  await sql`
    create index purchases_due on purchases (platform, due_at)
      where due_at is not null and given_up_at is null`.execute(db);
  await sql`
    create index purchases_nobody on purchases (account_token)
      where user_id is null and account_token is not null`.execute(db);
  await sql`
    create index purchases_ask_again on purchases (ask_again_at) where ask_again_at is not null`.execute(db);
  await sql`
    create table store_notifications (
      platform text not null check (platform in ('ios', 'android')),
      id text not null,
      type text not null,
      environment text not null,
      sent_at timestamptz not null,
      received_at timestamptz not null,
      purchase_id integer references purchases on delete cascade,
      payload jsonb,
      primary key (platform, id)
    )`.execute(db);
  await sql`create index store_notifications_purchase on store_notifications (purchase_id)`.execute(db);
  await sql`
    create index store_notifications_payload on store_notifications (received_at)
      where payload is not null`.execute(db);
  await sql`create table erased_purchase_keys (hash bytea primary key, erased_at timestamptz not null)`.execute(
    db,
  );
  await sql`
    create table reconciliations (
      platform text primary key check (platform in ('ios', 'android')),
      started_at timestamptz,
      complete_until timestamptz
    )`.execute(db);
  await sql`
    create table exchange_rates (
      currency text not null check (currency ~ '^[A-Z]{3}$'),
      month date not null,
      dollars numeric not null check (dollars > 0),
      set_at timestamptz not null,
      primary key (currency, month)
    )`.execute(db);
  await sql`
    create table sandbox_lives (key text primary key, step text not null, played_at timestamptz not null)`.execute(
    db,
  );
  await sql`
    insert into purchases (platform, key, product_id, user_id, subscription_id, ask_again_at)
    select distinct on (platform, purchase_token) platform, purchase_token, product_id, user_id, subscription_id,
      case when recovered_at is null then now() end
    from failed_payments order by platform, purchase_token, created_at desc`.execute(db);
}

/** Older charges have neither an order nor an amount of their own: they were in US dollars. */
async function extendCharges(db: Kysely<never>): Promise<void> {
  await sql`
    alter table charges
      alter column amount_cents drop not null,
      drop constraint charges_amount_cents_check,
      add column platform text check (platform in ('ios', 'android')),
      add column order_id text,
      add column paid_until timestamptz,
      add column is_renewal boolean,
      add column currency text not null default 'USD' check (currency ~ '^[A-Z]{3}$'),
      add column amount_minor integer check (amount_minor > 0),
      add column refunded_minor integer not null default 0 check (refunded_minor between 0 and amount_minor),
      add column refunded_at timestamptz,
      add check ((platform is null) = (order_id is null))`.execute(db);
  await sql`create unique index charges_order on charges (platform, order_id) where order_id is not null`.execute(
    db,
  );
  await sql`
    create index charges_currency on charges (currency, charged_at) where currency <> 'USD'`.execute(db);
}

/** A failed payment belongs to a purchase. Without one, as in a demo, its trigger makes it. */
async function extendFailedPayments(db: Kysely<never>): Promise<void> {
  await sql`
    alter table failed_payments
      alter column amount_cents drop not null,
      add column currency text not null default 'USD' check (currency ~ '^[A-Z]{3}$'),
      add column amount_minor integer check (amount_minor >= 0),
      add column deadline_at timestamptz,
      add column deadline_certainty text check (deadline_certainty in ('said', 'at_least', 'computed')),
      add column access_until timestamptz,
      add column ended_at timestamptz,
      add column end_cause text,
      add column recovered_alone boolean not null default false,
      add check ((deadline_at is null) = (deadline_certainty is null)),
      add foreign key (platform, purchase_token) references purchases (platform, key) on delete cascade`.execute(
    db,
  );
  await sql`
    create index failed_payments_purchase on failed_payments (platform, purchase_token, created_at)`.execute(
    db,
  );
  await sql`
    create or replace function set_payment_customer() returns trigger language plpgsql as $$
    begin
      select user_id into new.user_id from subscriptions where id = new.subscription_id;
      if not found then
        raise foreign_key_violation using message = 'A failed payment needs its subscription.';
      end if;
      insert into purchases (platform, key, product_id, user_id, subscription_id)
        values (new.platform, new.purchase_token, new.product_id, new.user_id, new.subscription_id)
        on conflict do nothing;
      -- The lock makes a change of the customer wait, which would not see this payment.
      select email, payment_search_text(users, new.product_id, new.id) into new.email, new.search_text
        from users where id = new.user_id and status <> 'deleted' for share;
      new.search_text := coalesce(new.search_text, '');
      return new;
    end $$`.execute(db);
  // The order of `deadline` in api/payments/filters.ts.
  const order = sql`deadline_at nulls last, created_at desc, id desc`;
  await sql`
    create index failed_payments_open_deadline on failed_payments (${order}) include (platform)
      where state <> 'recovered'`.execute(db);
  await sql`
    create index failed_payments_state_deadline on failed_payments (state, ${order}) include (platform)`.execute(
    db,
  );
}

/** As in 0016; a charge without a rate is counted, and its amount is not in the sum. */
async function keepFigures(db: Kysely<never>): Promise<void> {
  await sql`
    create or replace function keep_monthly_figures() returns trigger language plpgsql as $$
    declare
      changes text := case tg_op
        when 'INSERT' then 'select 1 as sign, * from new_charges'
        when 'DELETE' then 'select -1 as sign, * from old_charges'
        else 'select 1 as sign, * from new_charges union all select -1, * from old_charges' end;
      figure record;
    begin
      execute format('
        select from subscriptions where id in (select subscription_id from (%s) as changed)
          order by id for no key update', changes);
      for figure in execute format('
        select month, sum((present > 0)::integer - (present - added > 0)::integer) as subscriptions,
          sum(cents) as cents, sum(unconverted) as unconverted
        from (
          select subscription_id, charge_month(charged_at) as month, sum(sign) as added,
            coalesce(sum(sign * amount_cents), 0) as cents,
            coalesce(sum(sign) filter (where amount_cents is null), 0) as unconverted
          from (%s) as changed group by 1, 2
        ) as changed cross join lateral (
          select count(*) as present from charges
          where charges.subscription_id = changed.subscription_id
            and charged_at >= (month::timestamp at time zone ''UTC'')
            and charged_at < ((month + interval ''1 month'') at time zone ''UTC'')
        ) as now
        group by month', changes)
      loop
        perform add_to_figure('charges', figure.month, figure.subscriptions::bigint, figure.cents::bigint);
        perform add_to_figure('not converted', figure.month, figure.unconverted::bigint, 0);
      end loop;
      return null;
    end $$`.execute(db);
}
