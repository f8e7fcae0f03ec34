import { type Kysely, sql } from 'kysely';

/**
 * Filters and orders of the users list. Users with the same value of every choice are one group: an index has each group
 * in each order, and `user_figures` counts it. docs/decisions/0018 says why.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await createColumns(db);
  await keepSubscriptionStatus(db);
  await createFigures(db);
  await sql`analyze users`.execute(db);
}

async function createColumns(db: Kysely<never>): Promise<void> {
  await sql`
    create function newest_subscription_status(of_user integer) returns text language sql stable parallel safe
      return coalesce((
        select status from subscriptions where user_id = of_user order by start_date desc, id desc limit 1
      ), 'none')`.execute(db);
  await sql`
    create function user_group(
      status text, role text, onboarding_status text, is_email_verified boolean, subscription_status text
    ) returns smallint language sql immutable parallel safe
      return (((((array_position(array['active', 'suspended', 'deleted'], status)) * 2
        + array_position(array['user', 'admin'], role)) * 3
        + array_position(array['not_started', 'in_progress', 'completed'], onboarding_status)) * 2
        + is_email_verified::integer) * 8
        + array_position(array['trialing', 'active', 'in_grace_period', 'on_hold', 'paused', 'canceled', 'expired',
          'none'], subscription_status))::smallint`.execute(db);
  await sql`
    alter table users add column subscription_status text not null default 'none' check (subscription_status in
      ('trialing', 'active', 'in_grace_period', 'on_hold', 'paused', 'canceled', 'expired', 'none'))`.execute(
    db,
  );
  // As a change of the type, because it writes the table once: an update would leave each row twice.
  await sql`
    alter table users
      alter column subscription_status type text using newest_subscription_status(id),
      add column name_key text collate "C" not null generated always as
        (left(fold(first_name || ' ' || last_name), 64)) stored,
      add column filter_group smallint not null generated always as
        (user_group(status, role, onboarding_status, is_email_verified, subscription_status)) stored`.execute(
    db,
  );
  await sql`create index users_name on users (name_key, id)`.execute(db);
  await sql`create index users_group_newest on users (filter_group, created_at desc, id desc)`.execute(db);
  await sql`create index users_group_name on users (filter_group, name_key, id)`.execute(db);
  await sql`create index users_group_email on users (filter_group, lower(email), id)`.execute(db);
}

async function keepSubscriptionStatus(db: Kysely<never>): Promise<void> {
  // The lock is a statement of its own, so that the next one sees what another transaction has written before.
  await sql`
    create function keep_subscription_status() returns trigger language plpgsql as $$
    declare
      affected integer[];
    begin
      if tg_op = 'UPDATE' then
        select array_agg(user_id) into affected
          from (select user_id from changed_subscriptions union select user_id from old_subscriptions) as changed;
      else
        select array_agg(distinct user_id) into affected from changed_subscriptions;
      end if;
      perform id from users where id = any(affected) order by id for no key update;
      update users set subscription_status = newest.status
        from (select id, newest_subscription_status(id) as status from unnest(affected) as listed (id)) as newest
        where users.id = newest.id and users.subscription_status <> newest.status;
      return null;
    end $$`.execute(db);
  const events = {
    insert: 'new table as changed_subscriptions',
    delete: 'old table as changed_subscriptions',
    update: 'new table as changed_subscriptions old table as old_subscriptions',
  };
  for (const [event, tables] of Object.entries(events)) {
    await sql`
      create trigger ${sql.id(`subscriptions_status_${event}`)} after ${sql.raw(event)} on subscriptions
        referencing ${sql.raw(tables)} for each statement execute function keep_subscription_status()`.execute(
      db,
    );
  }
}

/** As in 0016: a figure is the sum of its rows, and a write that finds a row locked takes another one. */
async function createFigures(db: Kysely<never>): Promise<void> {
  await sql`
    create table user_figures (
      id integer generated always as identity primary key,
      filter_group smallint not null,
      status text not null,
      role text not null,
      onboarding_status text not null,
      is_email_verified boolean not null,
      subscription_status text not null,
      users integer not null
    ) with (fillfactor = 50)`.execute(db);
  await sql`create index user_figures_group on user_figures (filter_group)`.execute(db);
  await sql`
    create function keep_user_figures() returns trigger language plpgsql as $$
    declare
      fields text := 'filter_group, status, role, onboarding_status, is_email_verified, subscription_status';
      changes text := case tg_op
        when 'INSERT' then 'select 1 as sign, ' || fields || ' from new_users'
        when 'DELETE' then 'select -1 as sign, ' || fields || ' from old_users'
        else 'select 1 as sign, ' || fields || ' from new_users union all select -1, ' || fields || ' from old_users' end;
      changed record;
    begin
      for changed in execute format(
        'select %1$s, sum(sign)::integer as more from (%2$s) as changes group by %1$s having sum(sign) <> 0',
        fields, changes)
      loop
        update user_figures set users = users + changed.more where id = (
          select id from user_figures where filter_group = changed.filter_group limit 1 for update skip locked);
        if not found then
          insert into user_figures (
            filter_group, status, role, onboarding_status, is_email_verified, subscription_status, users
          ) values (
            changed.filter_group, changed.status, changed.role, changed.onboarding_status,
            changed.is_email_verified, changed.subscription_status, changed.more
          );
        end if;
      end loop;
      return null;
    end $$`.execute(db);
  const events = {
    insert: 'new table as new_users',
    delete: 'old table as old_users',
    update: 'new table as new_users old table as old_users',
  };
  for (const [event, tables] of Object.entries(events)) {
    await sql`
      create trigger ${sql.id(`users_figures_${event}`)} after ${sql.raw(event)} on users
        referencing ${sql.raw(tables)} for each statement execute function keep_user_figures()`.execute(db);
  }
  await sql`
    insert into user_figures (
      filter_group, status, role, onboarding_status, is_email_verified, subscription_status, users)
    select filter_group, status, role, onboarding_status, is_email_verified, subscription_status, count(*)
    from users group by 1, 2, 3, 4, 5, 6`.execute(db);
}
