import { type Kysely, sql } from 'kysely';

/** Access that an administrator grants until a day. At most one of a user is not revoked. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table courtesy_accesses (
      id integer generated always as identity primary key,
      user_id integer not null references users on delete cascade,
      until timestamptz not null,
      reason text not null,
      granted_at timestamptz not null,
      granted_by integer references users on delete set null,
      revoked_at timestamptz
    )`.execute(db);
  await sql`
    create unique index courtesy_accesses_user on courtesy_accesses (user_id) where revoked_at is null`.execute(
    db,
  );
  await sql`create index courtesy_accesses_history on courtesy_accesses (user_id)`.execute(db);
}
