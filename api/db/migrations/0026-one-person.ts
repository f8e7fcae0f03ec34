import { type Kysely, sql } from 'kysely';

/** The page of a user reads its histories in pages. Each has an index in the order of its pages. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`drop index subscriptions_user`.execute(db);
  await sql`create index subscriptions_user on subscriptions (user_id, start_date desc, id desc)`.execute(db);
  await sql`drop index charges_subscription_time`.execute(db);
  await sql`create index charges_subscription_time on charges (subscription_id, charged_at, id)`.execute(db);
  await keepPaymentUsers(db);
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
