import { type Kysely, sql } from 'kysely';

/**
 * The page of a user reads its histories in pages: each has an index in their order. A deletion under way is a filter of
 * the users list, and can be stopped.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`drop index subscriptions_user`.execute(db);
  await sql`create index subscriptions_user on subscriptions (user_id, start_date desc, id desc)`.execute(db);
  await sql`drop index charges_subscription_time`.execute(db);
  await sql`create index charges_subscription_time on charges (subscription_id, charged_at, id)`.execute(db);
  await keepPaymentUsers(db);
  await markDeletions(db);
  await regroupUsers(db);
}

/** The customer of a payment never changes. Through a join, each page would sort all payments of the user. */
async function keepPaymentUsers(db: Kysely<never>): Promise<void> {
  await sql`alter table failed_payments add column user_id integer`.execute(db);
  await sql`
    update failed_payments set user_id = subscriptions.user_id
    from subscriptions where subscriptions.id = subscription_id`.execute(db);
  await sql`alter table failed_payments alter column user_id set not null`.execute(db);
  await sql`
    create or replace function set_payment_customer() returns trigger language plpgsql as $$
    begin
      select user_id into new.user_id from subscriptions where id = new.subscription_id;
      if not found then
        raise foreign_key_violation using message = 'A failed payment needs its subscription.';
      end if;
      -- The lock makes a change of the customer wait, which would not see this payment.
      select email, payment_search_text(users, new.product_id, new.id) into new.email, new.search_text
        from users where id = new.user_id and status <> 'deleted' for share;
      new.search_text := coalesce(new.search_text, '');
      return new;
    end $$`.execute(db);
  await sql`
    create index failed_payments_user on failed_payments (user_id, created_at desc, id desc)
      where state <> 'recovered'`.execute(db);
  await sql`analyze failed_payments`.execute(db);
}

/** A stopped deletion restores the status from before. Until now only the audit log had it. */
async function markDeletions(db: Kysely<never>): Promise<void> {
  await sql`alter table mails drop constraint mails_kind_check`.execute(db);
  await sql`
    alter table mails add constraint mails_kind_check check (kind in
      ('password_reset', 'password_changed', 'deletion_request', 'account_deleted', 'deletion_stopped'))`.execute(
    db,
  );
  await sql`
    alter table account_deletions
      add column status_before text check (status_before in ('active', 'suspended'))`.execute(db);
  await sql`
    update account_deletions set status_before = (
      select nullif(changes -> 0 ->> 'from', '') from audit_entries
      where user_id = account_deletions.user_id and action = 'account_closed' order by id desc limit 1)
    where confirmed_at is not null and erased_at is null`.execute(db);
  await sql`
    alter table users add column is_deletion_under_way boolean not null default false,
      add check (status = 'deleted' or not is_deletion_under_way)`.execute(db);
  await sql`
    update users set is_deletion_under_way = true from account_deletions
    where user_id = users.id and confirmed_at is not null and erased_at is null and status = 'deleted'`.execute(
    db,
  );
}

/** Deleted users whose deletion is under way are groups of their own. The other groups keep their numbers. */
async function regroupUsers(db: Kysely<never>): Promise<void> {
  await sql`
    create function user_group(
      status text, role text, onboarding_status text, is_email_verified boolean, subscription_status text,
      is_deletion_under_way boolean
    ) returns smallint language sql immutable parallel safe
      return (((((array_position(array['active', 'suspended', 'deleted'], status) + is_deletion_under_way::integer) * 2
        + array_position(array['user', 'admin'], role)) * 3
        + array_position(array['not_started', 'in_progress', 'completed'], onboarding_status)) * 2
        + is_email_verified::integer) * 8
        + array_position(array['trialing', 'active', 'in_grace_period', 'on_hold', 'paused', 'canceled', 'expired',
          'none'], subscription_status))::smallint`.execute(db);
  await sql`
    alter table users alter column filter_group set expression as (user_group(
      status, role, onboarding_status, is_email_verified, subscription_status, is_deletion_under_way))`.execute(
    db,
  );
  await sql`drop function user_group(text, text, text, boolean, text)`.execute(db);
  await sql`delete from user_figures`.execute(db);
  await sql`alter table user_figures add column is_deletion_under_way boolean not null`.execute(db);
  const fields = sql`filter_group, status, role, onboarding_status, is_email_verified, subscription_status,
    is_deletion_under_way`;
  await sql`
    insert into user_figures (${fields}, users)
    select ${fields}, count(*) from users group by ${fields}`.execute(db);
  await sql`
    create or replace function keep_user_figures() returns trigger language plpgsql as $$
    declare
      fields text := 'filter_group, status, role, onboarding_status, is_email_verified, subscription_status,
        is_deletion_under_way';
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
            filter_group, status, role, onboarding_status, is_email_verified, subscription_status,
            is_deletion_under_way, users
          ) values (
            changed.filter_group, changed.status, changed.role, changed.onboarding_status,
            changed.is_email_verified, changed.subscription_status, changed.is_deletion_under_way, changed.more
          );
        end if;
      end loop;
      return null;
    end $$`.execute(db);
  await sql`analyze users`.execute(db);
}
