import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table user_notes (
      id integer generated always as identity primary key,
      user_id integer not null references users on delete cascade,
      written_at timestamptz not null,
      written_by integer references users on delete set null,
      text text not null check (length(text) between 1 and 2000)
    )`.execute(db);
  await sql`create index user_notes_user on user_notes (user_id, id desc)`.execute(db);
  await sql`create index user_notes_author on user_notes (written_by) where written_by is not null`.execute(
    db,
  );
}
