import { type Kysely, sql } from 'kysely';

/** What administrators did at a store for a purchase. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table store_acts (
      id integer generated always as identity primary key,
      -- Apple knows a repeated extension by it.
      request_id uuid not null default gen_random_uuid(),
      purchase_id integer not null references purchases on delete cascade,
      kind text not null check (kind in ('extend', 'defer', 'cancel', 'revoke', 'refund')),
      days integer,
      refund text check (refund in ('full', 'prorated')),
      order_id text,
      reason text not null,
      administrator_id integer references users on delete set null,
      started_at timestamptz not null,
      -- Null while it runs, and forever if its server died: the store may have done it.
      finished_at timestamptz,
      result text check (result in ('done', 'refused', 'unknown')),
      message text,
      check ((finished_at is null) = (result is null))
    );
    create index store_acts_purchase on store_acts (purchase_id, started_at desc);`.execute(db);
}
