import { type Kysely, sql } from 'kysely';

/** What became of failed payments, and why subscriptions ended, with their figures: docs/decisions/0024. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table subscriptions add column end_cause text check (end_cause in ('customer', 'billing', 'price_increase',
      'product_unavailable', 'developer', 'replaced', 'other', 'refunded', 'known_no_longer'))`.execute(db);
  await sql`
    alter table failed_payments
      add column stage text check (stage in ('grace_period', 'billing_retry', 'on_hold')),
      add column reminded_at timestamptz,
      -- An administrator's check only notices what the store did.
      add column result text not null generated always as (
        case
          when recovered_at is not null then
            case when reminded_at < recovered_at then 'after_reminder' else 'by_store' end
          when ended_at is null then 'open'
          when end_cause in ('customer', 'price_increase', 'replaced', 'refunded') then 'canceled'
          else 'given_up'
        end
      ) stored`.execute(db);
  await createTables(db);
  await keepRecoveryFigures(db);
  await keepRiskFigures(db);
  await keepLosses(db);
}

/** As in 0016: a figure is the sum of its rows, and a write that finds a row locked takes another one. */
async function createTables(db: Kysely<never>): Promise<void> {
  await sql`
    create table recovery_figures (
      id integer generated always as identity primary key,
      -- Of the failure, its first day in UTC.
      month date not null,
      platform text not null,
      product_id text not null,
      stage text,
      result text not null,
      -- Whole days from the failure to the recovery; null without one.
      days integer,
      count bigint not null
    ) with (fillfactor = 50)`.execute(db);
  await sql`
    create index recovery_figures_month on recovery_figures (month, platform, product_id, result, days, stage)`.execute(
    db,
  );
  await sql`
    create table risk_figures (
      id integer generated always as identity primary key,
      currency text not null,
      payments bigint not null,
      -- The sum in minor units of the currency, and in cents of US dollars.
      minor bigint not null,
      cents bigint not null,
      not_converted bigint not null,
      -- The store says no price: neither in the payments nor in the sums.
      without_price bigint not null
    ) with (fillfactor = 50)`.execute(db);
  await sql`create index risk_figures_currency on risk_figures (currency)`.execute(db);
}

async function keepRecoveryFigures(db: Kysely<never>): Promise<void> {
  await sql`
    create function whole_days(failed timestamptz, recovered timestamptz) returns integer
      language sql immutable parallel safe
      return case when recovered is not null
        then greatest(floor(extract(epoch from recovered - failed) / 86400), 0)::integer end`.execute(db);
  await sql`
    create function keep_recovery_figures() returns trigger language plpgsql as $$
    declare
      fields text := 'state, created_at, recovered_at, platform, product_id, stage, result';
      changes text := case tg_op
        when 'INSERT' then format('select 1 as sign, %s from new_payments', fields)
        when 'DELETE' then format('select -1 as sign, %s from old_payments', fields)
        else format('select 1 as sign, %1$s from new_payments union all select -1, %1$s from old_payments', fields) end;
      changed record;
    begin
      for changed in execute format('
        select charge_month(created_at) as month, platform, product_id, stage, result,
          whole_days(created_at, recovered_at) as days, sum(sign) as more
        from (%s) as changes where state is not null
        group by 1, 2, 3, 4, 5, 6 having sum(sign) <> 0', changes)
      loop
        update recovery_figures set count = count + changed.more where id = (
          select id from recovery_figures
          where month = changed.month and platform = changed.platform and product_id = changed.product_id
            and result = changed.result and days is not distinct from changed.days
            and stage is not distinct from changed.stage
          limit 1 for update skip locked);
        if not found then
          insert into recovery_figures (month, platform, product_id, stage, result, days, count) values (
            changed.month, changed.platform, changed.product_id, changed.stage, changed.result, changed.days,
            changed.more);
        end if;
      end loop;
      return null;
    end $$`.execute(db);
  await createTriggers(db, { table: 'failed_payments', rows: 'payments', keep: 'recovery_figures' });
  await sql`
    insert into recovery_figures (month, platform, product_id, stage, result, days, count)
    select charge_month(created_at), platform, product_id, stage, result, whole_days(created_at, recovered_at),
      count(*)
    from failed_payments where state is not null group by 1, 2, 3, 4, 5, 6`.execute(db);
}

/** What open payments are about. Older ones have only an amount in US dollars. */
async function keepRiskFigures(db: Kysely<never>): Promise<void> {
  await sql`
    create function keep_risk_figures() returns trigger language plpgsql as $$
    declare
      fields text := 'state, result, currency, coalesce(amount_minor, amount_cents) as minor, amount_cents as cents';
      changes text := case tg_op
        when 'INSERT' then format('select 1 as sign, %s from new_payments', fields)
        when 'DELETE' then format('select -1 as sign, %s from old_payments', fields)
        else format('select 1 as sign, %1$s from new_payments union all select -1, %1$s from old_payments', fields) end;
      changed record;
    begin
      for changed in execute format('
        select currency, coalesce(sum(sign) filter (where minor is not null), 0) as payments,
          coalesce(sum(sign * minor), 0) as minor, coalesce(sum(sign * cents), 0) as cents,
          coalesce(sum(sign) filter (where minor is not null and cents is null), 0) as not_converted,
          coalesce(sum(sign) filter (where minor is null), 0) as without_price
        from (%s) as changes where state is not null and result = ''open'' group by 1', changes)
      loop
        continue when (changed.payments, changed.minor, changed.cents, changed.not_converted,
          changed.without_price) = (0, 0, 0, 0, 0);
        update risk_figures set payments = payments + changed.payments, minor = minor + changed.minor,
          cents = cents + changed.cents, not_converted = not_converted + changed.not_converted,
          without_price = without_price + changed.without_price
        where id = (
          select id from risk_figures where currency = changed.currency limit 1 for update skip locked);
        if not found then
          insert into risk_figures (currency, payments, minor, cents, not_converted, without_price) values (
            changed.currency, changed.payments, changed.minor, changed.cents, changed.not_converted,
            changed.without_price);
        end if;
      end loop;
      return null;
    end $$`.execute(db);
  await createTriggers(db, { table: 'failed_payments', rows: 'payments', keep: 'risk_figures' });
  await sql`
    insert into risk_figures (currency, payments, minor, cents, not_converted, without_price)
    select currency, count(coalesce(amount_minor, amount_cents)), coalesce(sum(coalesce(amount_minor, amount_cents)), 0),
      coalesce(sum(amount_cents), 0), count(*) filter (where amount_minor is not null and amount_cents is null),
      count(*) filter (where amount_minor is null and amount_cents is null)
    from failed_payments where state is not null and result = 'open' group by 1`.execute(db);
}

/** How many subscriptions ended in each month by each cause: "ended billing". A replaced one goes on as another. */
async function keepLosses(db: Kysely<never>): Promise<void> {
  await sql`
    create function keep_losses() returns trigger language plpgsql as $$
    declare
      fields text := 'status, end_date, end_cause';
      changes text := case tg_op
        when 'INSERT' then format('select 1 as sign, %s from new_subscriptions', fields)
        when 'DELETE' then format('select -1 as sign, %s from old_subscriptions', fields)
        else format('select 1 as sign, %1$s from new_subscriptions union all select -1, %1$s from old_subscriptions',
          fields) end;
      figure record;
    begin
      for figure in execute format('
        select ''ended '' || coalesce(end_cause, ''unknown'') as name, charge_month(end_date) as month,
          sum(sign) as more
        from (%s) as changes
        where status = ''expired'' and end_date is not null and end_cause is distinct from ''replaced''
        group by 1, 2 having sum(sign) <> 0', changes)
      loop
        perform add_to_figure(figure.name, figure.month, figure.more::bigint, 0);
      end loop;
      return null;
    end $$`.execute(db);
  await createTriggers(db, { table: 'subscriptions', rows: 'subscriptions', keep: 'losses' });
  await sql`
    insert into figures (name, month, count)
    select 'ended unknown', charge_month(end_date), count(*) from subscriptions
    where status = 'expired' and end_date is not null group by 2`.execute(db);
}

async function createTriggers(
  db: Kysely<never>,
  { table, rows, keep }: { table: string; rows: string; keep: string },
): Promise<void> {
  const events = {
    insert: `new table as new_${rows}`,
    delete: `old table as old_${rows}`,
    update: `new table as new_${rows} old table as old_${rows}`,
  };
  for (const [event, tables] of Object.entries(events)) {
    await sql`
      create trigger ${sql.id(`${table}_${keep}_${event}`)} after ${sql.raw(event)} on ${sql.id(table)}
        referencing ${sql.raw(tables)} for each statement execute function ${sql.id(`keep_${keep}`)}()`.execute(
      db,
    );
  }
}
