import { type Kysely, sql } from 'kysely';

/** When a recipe was last published, unpublished, deleted or restored: an undo of an import keeps what was changed since. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table recipes add column state_changed_at timestamptz`.execute(db);
  await sql`
    update recipes set state_changed_at = greatest(published_at, deleted_at)
    where published_at is not null or deleted_at is not null`.execute(db);
}
