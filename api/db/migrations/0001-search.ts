import { type Kysely, sql } from 'kysely';

/** `fold(text)` removes marks and case. The collation is fixed, so that the locale of the server has no effect. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create extension if not exists pg_trgm`.execute(db);
  await sql`
    create function fold(input text) returns text language sql immutable parallel safe as $$
      select casefold(
        translate(
          regexp_replace(normalize(input, NFKD), '[\u0300-\u036F\u0591-\u05C7\u0610-\u061A\u064B-\u065F\u0670]', '', 'g'),
          'ĐđØøŁłĦħıÐðŦŧ', 'DdOoLlHhiDdTt'
        ) collate pg_unicode_fast
      )
    $$`.execute(db);
}
