import { type Kysely, sql } from 'kysely';

/** What the stores were asked and answered, and what the health of their connections is read from. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table purchase_questions (
      id bigint generated always as identity primary key,
      purchase_id integer not null references purchases on delete cascade,
      asked_at timestamptz not null,
      since timestamptz not null,
      times integer not null default 1,
      administrator_id integer references users on delete set null,
      answer text not null check (answer in ('purchase', 'never_known', 'known_no_longer', 'not_now')),
      raw_state text not null
    )`.execute(db);
  await sql`
    create index purchase_questions_purchase on purchase_questions (purchase_id, asked_at, id)`.execute(db);
  await sql`create index purchase_questions_time on purchase_questions (asked_at)`.execute(db);
  // For the end of an account.
  await sql`
    create index purchase_questions_administrator on purchase_questions (administrator_id)
      where administrator_id is not null`.execute(db);
  await extendNotifications(db);
  await extendPurchases(db);
  await sql`
    alter table reconciliations
      add column missed_last integer not null default 0,
      add column missed_total integer not null default 0,
      add column failed_at timestamptz,
      add column failure text`.execute(db);
  // Parts of a timeline.
  await sql`
    create index charges_refunds on charges (subscription_id, refunded_at, id) where refunded_at is not null`.execute(
    db,
  );
  await sql`drop index courtesy_accesses_history`.execute(db);
  await sql`create index courtesy_accesses_history on courtesy_accesses (user_id, granted_at)`.execute(db);
}

async function extendNotifications(db: Kysely<never>): Promise<void> {
  await sql`
    alter table store_notifications add column by_reconciliation boolean not null default false`.execute(db);
  await sql`drop index store_notifications_purchase`.execute(db);
  await sql`
    create index store_notifications_purchase on store_notifications (purchase_id, sent_at, id)`.execute(db);
  await sql`
    create index store_notifications_delivered on store_notifications (platform, received_at)
      where not by_reconciliation`.execute(db);
  await sql`
    create index store_notifications_tests on store_notifications (platform, received_at)
      where type = 'TEST' and not by_reconciliation`.execute(db);
}

/** `due_since` stays while attempts fail, unlike `due_at`. An answer ends it. */
async function extendPurchases(db: Kysely<never>): Promise<void> {
  await sql`alter table purchases add column first_seen_at timestamptz, add column due_since timestamptz`.execute(
    db,
  );
  // Only of new rows: when older ones were first seen is not known.
  await sql`alter table purchases alter column first_seen_at set default now()`.execute(db);
  await sql`update purchases set due_since = due_at where due_at is not null`.execute(db);
  await sql`
    create function keep_due_since() returns trigger language plpgsql as $$
    begin
      if new.due_at is null then
        new.due_since := null;
      elsif tg_op = 'INSERT' or new.due_since is null or new.asked_at >= new.due_since then
        new.due_since := new.due_at;
      end if;
      return new;
    end $$`.execute(db);
  await sql`
    create trigger keep_due_since before insert or update of due_at, asked_at on purchases
      for each row execute function keep_due_since()`.execute(db);
  await sql`
    create index purchases_due_since on purchases (platform, due_since)
      where due_since is not null and given_up_at is null`.execute(db);
  await sql`
    create index purchases_given_up on purchases (platform, given_up_at) where given_up_at is not null`.execute(
    db,
  );
  // Of the list, and of the count for each store.
  await sql`
    create index purchases_unattributed on purchases (id)
      where user_id is null and environment = 'production'`.execute(db);
  await sql`
    create index purchases_unattributed_store on purchases (platform)
      where user_id is null and environment = 'production'`.execute(db);
}
