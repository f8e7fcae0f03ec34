import { type Kysely, sql } from 'kysely';

/**
 * Users are found by the digits of their phone, by the product of their newest subscription, and by the beginning of an
 * order number.
 */
export async function up(db: Kysely<never>): Promise<void> {
  // Zeros at the beginning and "(0)" are dialed inside a country only. Null without digits.
  await sql`
    create function phone_digits(phone text) returns text language sql immutable parallel safe
      return nullif(ltrim(regexp_replace(replace(fold(phone), '(0)', ''), '[^0-9]', '', 'g'), '0'), '');

    alter table users
      -- It is written with the newest subscription. Null: the user has none.
      add column subscription_product text,
      -- The plus keeps a phone from being the beginning of a word: "1" would find every phone of North America.
      alter column search_text set expression as
        (' ' || fold(first_name || ' ' || last_name || ' ' || email) || coalesce(' +' || phone_digits(phone), ''));

    update users set subscription_product = newest.product_id
    from (
      select distinct on (user_id) user_id, product_id from subscriptions
      order by user_id, start_date desc, id desc
    ) as newest
    where newest.user_id = users.id;
    create index users_subscription_product on users (subscription_product, created_at desc, id desc)
      where subscription_product is not null;

    -- In this collation the unique index finds what an order number begins with.
    alter table charges alter column order_id type text collate "C";`.execute(db);
}
