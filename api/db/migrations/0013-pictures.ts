import { type Kysely, sql } from 'kysely';

/** Uploaded pictures and their copies in several widths, found by the address in recipes and their versions. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table pictures (
      hash text primary key check (hash ~ '^[0-9a-f]{64}$'),
      width integer not null,
      height integer not null,
      placeholder text not null,
      uploaded_at timestamptz not null,
      uploaded_by integer
    )`.execute(db);
  await sql`create index pictures_uploaded on pictures (uploaded_at)`.execute(db);
  await sql`
    create table picture_copies (
      hash text not null references pictures on delete cascade,
      width integer not null,
      bytes bytea not null,
      primary key (hash, width)
    )`.execute(db);
  // Compressed already.
  await sql`alter table picture_copies alter column bytes set storage external`.execute(db);

  await sql`
    create function picture_hash(address text) returns text language sql immutable parallel safe
      return substring(address from '(?:^|/)pictures/([0-9a-f]{64})/')`.execute(db);
  await sql`
    create index recipes_picture on recipes (picture_hash(image_url))
      where picture_hash(image_url) is not null`.execute(db);
  await sql`
    create index recipe_versions_picture on recipe_versions (picture_hash(content ->> 'image_url'))
      where picture_hash(content ->> 'image_url') is not null`.execute(db);
}
