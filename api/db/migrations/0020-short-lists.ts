import { type Kysely, sql } from 'kysely';

/** What is rare in a large table is found without reading the table. */
export async function up(db: Kysely<never>): Promise<void> {
  // Before a suspension and an erasure: is this the last administrator?
  await sql`create index users_administrators on users (id) where role = 'admin'`.execute(db);
  // Deleted recipes, newest first.
  await sql`drop index recipes_deleted`.execute(db);
  await sql`
    create index recipes_deleted on recipes (created_at desc, id desc) include (deleted_at)
      where deleted_at is not null`.execute(db);
  // The ties of a time are newest first.
  for (const column of ['preparation_time', 'cooking_time']) {
    await sql`drop index ${sql.id(`recipes_${column}`)}`.execute(db);
    await sql`
      create index ${sql.id(`recipes_${column}`)} on recipes (${sql.id(column)}, created_at desc, id desc)`.execute(
      db,
    );
  }
}
