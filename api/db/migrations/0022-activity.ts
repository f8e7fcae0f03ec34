import { type Kysely, sql } from 'kysely';

/**
 * Each filter of the audit log has an index in the order of its pages. An entry has either an administrator or another
 * actor, so that of the partial ones it is in a few only.
 */
export async function up(db: Kysely<never>): Promise<void> {
  const order = sql`at desc, id desc`;
  await sql`create index audit_entries_newest on audit_entries (${order})`.execute(db);
  await sql`create index audit_entries_action on audit_entries (action, ${order})`.execute(db);
  await sql`
    create index audit_entries_administrator on audit_entries (actor_id, ${order})
      where actor_id is not null`.execute(db);
  await sql`
    create index audit_entries_administrator_action on audit_entries (actor_id, action, ${order})
      where actor_id is not null`.execute(db);
  await sql`create index audit_entries_actor on audit_entries (actor, ${order}) where actor_id is null`.execute(
    db,
  );
  await sql`
    create index audit_entries_actor_action on audit_entries (actor, action, ${order})
      where actor_id is null`.execute(db);
  await sql`create index audit_entries_payment on audit_entries (payment_id) where payment_id is not null`.execute(
    db,
  );
  // Without entries of other records, and without the pending list, which every read would go through.
  await sql`drop index audit_entries_recipes`.execute(db);
  await sql`
    create index audit_entries_recipes on audit_entries using gin (recipe_ids) with (fastupdate = off)
      where recipe_ids is not null`.execute(db);
  // Counts and deep pages are read from the index alone where the rows are known to be visible.
  await sql`alter table audit_entries set (autovacuum_vacuum_insert_scale_factor = 0.01)`.execute(db);
  await sql`analyze audit_entries`.execute(db);

  await sql`create index mails_given_up on mails (given_up_at desc) where given_up_at is not null`.execute(
    db,
  );
}
