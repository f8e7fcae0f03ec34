import { type Kysely, sql } from 'kysely';

/** Failed payments carry what their list filters, sorts and searches by, so that it joins and counts nothing. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table failed_payments
      add column last_outcome text check
        (last_outcome in ('recovered', 'still_failing', 'not_retryable', 'store_unreachable')),
      add column last_message text,
      add column last_checked_at timestamptz,
      -- Of the customer; null and empty if the account is deleted.
      add column email text,
      add column search_text text not null default ''`.execute(db);
  await sql`
    alter table failed_payments add column state text generated always as (
      case when email is null then null
        when recovered_at is not null then 'recovered'
        else coalesce(last_outcome, 'unchecked') end
    ) stored`.execute(db);
  await keepCustomers(db);
  await fillRows(db);
  await keepFigures(db);
  await createListIndexes(db);
  await createSearchIndexes(db);
  // A check changes the row twice; only its end changes what is indexed. Pages are read from the index alone.
  await sql`
    alter table failed_payments set (fillfactor = 85, autovacuum_vacuum_insert_scale_factor = 0.01)`.execute(
    db,
  );
  await sql`analyze failed_payments`.execute(db);
}

/** Name and address on the payment follow those of the customer. */
async function keepCustomers(db: Kysely<never>): Promise<void> {
  await sql`
    create function payment_search_text(customer users, product_id text, payment_id integer) returns text
      language sql immutable parallel safe
      return fold(customer.first_name || ' ' || customer.last_name || ' ' || customer.first_name || ' '
        || customer.email || ' ' || product_id || ' ' || payment_id)`.execute(db);
  // The lock makes a change of the customer wait, which would not see this payment.
  await sql`
    create function set_payment_customer() returns trigger language plpgsql as $$
    begin
      select users.email, payment_search_text(users, new.product_id, new.id) into new.email, new.search_text
        from subscriptions join users on users.id = subscriptions.user_id
        where subscriptions.id = new.subscription_id and users.status <> 'deleted'
        for share of users;
      new.search_text := coalesce(new.search_text, '');
      return new;
    end $$`.execute(db);
  await sql`
    create trigger failed_payments_customer before insert on failed_payments
      for each row execute function set_payment_customer()`.execute(db);
  await sql`
    create function keep_payment_customer() returns trigger language plpgsql as $$
    begin
      update failed_payments set
        email = case when new.status <> 'deleted' then new.email end,
        search_text = case when new.status <> 'deleted'
          then payment_search_text(new, failed_payments.product_id, failed_payments.id) else '' end
      from subscriptions
      where subscriptions.id = subscription_id and subscriptions.user_id = new.id;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger users_payments after update of first_name, last_name, email, status on users
      for each row when (
        (old.first_name, old.last_name, old.email, old.status) is distinct from
        (new.first_name, new.last_name, new.email, new.status)
      ) execute function keep_payment_customer()`.execute(db);
}

async function fillRows(db: Kysely<never>): Promise<void> {
  await sql`
    update failed_payments set email = users.email,
      search_text = payment_search_text(users, failed_payments.product_id, failed_payments.id)
    from subscriptions join users on users.id = subscriptions.user_id
    where subscriptions.id = subscription_id and users.status <> 'deleted'`.execute(db);
  await sql`
    update failed_payments
    set last_outcome = newest.outcome, last_message = newest.message, last_checked_at = newest.finished_at
    from (
      select distinct on (payment_id) payment_id, outcome, message, finished_at from payment_checks
      where finished_at is not null order by payment_id, started_at desc
    ) as newest
    where newest.payment_id = failed_payments.id`.execute(db);
}

/** How many payments of each store are in each state: "payments still_failing ios". */
async function keepFigures(db: Kysely<never>): Promise<void> {
  await sql`
    create function keep_payment_figures() returns trigger language plpgsql as $$
    declare
      changes text := case tg_op
        when 'INSERT' then 'select 1 as sign, state, platform from new_payments'
        when 'DELETE' then 'select -1 as sign, state, platform from old_payments'
        else 'select 1 as sign, state, platform from new_payments
          union all select -1, state, platform from old_payments' end;
      figure record;
    begin
      for figure in execute format('
        select state, platform, sum(sign) as more from (%s) as changed
        where state is not null group by 1, 2 having sum(sign) <> 0', changes)
      loop
        perform add_to_figure(concat_ws(' ', 'payments', figure.state, figure.platform), 'epoch', figure.more, 0);
      end loop;
      return null;
    end $$`.execute(db);
  const events = {
    insert: 'new table as new_payments',
    delete: 'old table as old_payments',
    update: 'new table as new_payments old table as old_payments',
  };
  for (const [event, tables] of Object.entries(events)) {
    await sql`
      create trigger ${sql.id(`failed_payments_figures_${event}`)} after ${sql.raw(event)} on failed_payments
        referencing ${sql.raw(tables)} for each statement execute function keep_payment_figures()`.execute(
      db,
    );
  }
  await sql`
    insert into figures (name, count)
    select concat_ws(' ', 'payments', state, platform), count(*) from failed_payments
    where state is not null group by 1`.execute(db);
}

/** Each order of api/payments/filters.ts, for one state and for all that are not recovered. */
async function createListIndexes(db: Kysely<never>): Promise<void> {
  const orders = {
    created: ['created_at desc, id desc', 'platform'],
    email: [`lower(email) collate "C", created_at desc, id desc`, 'platform, email'],
    checked: ['last_checked_at desc nulls last, created_at desc, id desc', 'platform'],
  } as const;
  await sql`drop index failed_payments_open`.execute(db);
  for (const [name, [order, include]] of Object.entries(orders)) {
    await sql`
      create index ${sql.id(`failed_payments_open_${name}`)} on failed_payments (${sql.raw(order)})
        include (${sql.raw(include)}) where state <> 'recovered'`.execute(db);
    await sql`
      create index ${sql.id(`failed_payments_state_${name}`)} on failed_payments (state, ${sql.raw(order)})
        include (${sql.raw(include)})`.execute(db);
  }
}

/** The same as those of users (0018), so that the same words are found by the same conditions. */
async function createSearchIndexes(db: Kysely<never>): Promise<void> {
  await sql`create index failed_payments_search on failed_payments using gin (search_text gin_trgm_ops)`.execute(
    db,
  );
  await sql`create index failed_payments_grams on failed_payments using gin (search_grams(search_text))`.execute(
    db,
  );
  await sql`
    create index failed_payments_email_local on failed_payments
      (email_local_reversed(email) text_pattern_ops)`.execute(db);
  await sql`create index failed_payments_two_ats on failed_payments (id) where search_text like '%@%@%'`.execute(
    db,
  );
}
