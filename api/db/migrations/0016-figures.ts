import { type Kysely, sql } from 'kysely';

/**
 * Totals and monthly statistics, kept by the writes. A figure is the sum of its rows: a write that finds a row locked
 * by another transaction takes another one, so that writes never wait for each other.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table figures (
      id integer generated always as identity primary key,
      name text not null,
      -- Of monthly figures, the first day in UTC.
      month date not null default 'epoch',
      count bigint not null,
      cents bigint not null default 0
    ) with (fillfactor = 50)`.execute(db);
  await sql`create index figures_name on figures (name, month)`.execute(db);
  await sql`
    create function add_to_figure(figure text, of_month date, more bigint, more_cents bigint) returns void
      language plpgsql as $$
    begin
      if more = 0 and more_cents = 0 then return; end if;
      update figures set count = count + more, cents = cents + more_cents where id = (
        select id from figures where name = figure and month = of_month limit 1 for update skip locked);
      if not found then
        insert into figures (name, month, count, cents) values (figure, of_month, more, more_cents);
      end if;
    end $$`.execute(db);

  await createUserFigure(db);
  await createMonthlyFigures(db);
}

async function createUserFigure(db: Kysely<never>): Promise<void> {
  await sql`
    create function keep_user_figure() returns trigger language plpgsql as $$
    declare
      changed bigint;
    begin
      select count(*) into changed from changed_users;
      perform add_to_figure('users', 'epoch', case tg_op when 'INSERT' then changed else -changed end, 0);
      return null;
    end $$`.execute(db);
  await sql`
    create trigger users_figure_insert after insert on users referencing new table as changed_users
      for each statement execute function keep_user_figure()`.execute(db);
  await sql`
    create trigger users_figure_delete after delete on users referencing old table as changed_users
      for each statement execute function keep_user_figure()`.execute(db);
  await sql`insert into figures (name, count) select 'users', count(*) from users`.execute(db);
}

/** Per month: how many subscriptions were charged, each once, and the sum of the charges. */
async function createMonthlyFigures(db: Kysely<never>): Promise<void> {
  await sql`create index charges_subscription_time on charges (subscription_id, charged_at)`.execute(db);
  await sql`drop index charges_subscription`.execute(db);
  await sql`
    create function charge_month(at timestamptz) returns date language sql immutable parallel safe
      return date_trunc('month', at at time zone 'UTC')::date`.execute(db);
  // The lock of the subscription makes two charges of one month wait for each other: both would count it.
  await sql`
    create function keep_monthly_figures() returns trigger language plpgsql as $$
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
        select month, sum((present > 0)::integer - (present - added > 0)::integer) as subscriptions, sum(cents) as cents
        from (
          select subscription_id, charge_month(charged_at) as month, sum(sign) as added, sum(sign * amount_cents) as cents
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
      end loop;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger charges_figures_insert after insert on charges referencing new table as new_charges
      for each statement execute function keep_monthly_figures()`.execute(db);
  await sql`
    create trigger charges_figures_delete after delete on charges referencing old table as old_charges
      for each statement execute function keep_monthly_figures()`.execute(db);
  await sql`
    create trigger charges_figures_update after update on charges
      referencing new table as new_charges old table as old_charges
      for each statement execute function keep_monthly_figures()`.execute(db);
  await sql`
    insert into figures (name, month, count, cents)
    select 'charges', charge_month(charged_at), count(distinct subscription_id), sum(amount_cents)
    from charges group by 2`.execute(db);
}
