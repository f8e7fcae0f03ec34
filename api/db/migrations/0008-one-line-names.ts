import { type Kysely, sql } from 'kysely';

/** Names are one line, and a retry of payments that has ended keeps no note. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    update users set first_name = names.first_name, last_name = names.last_name, phone = names.phone
    from (
      select id, btrim(regexp_replace(first_name, '\\s*[\\x01-\\x1F\\x7F-\\x9F\\u2028\\u2029]\\s*', ' ', 'g')) as first_name,
        btrim(regexp_replace(last_name, '\\s*[\\x01-\\x1F\\x7F-\\x9F\\u2028\\u2029]\\s*', ' ', 'g')) as last_name,
        btrim(regexp_replace(phone, '\\s*[\\x01-\\x1F\\x7F-\\x9F\\u2028\\u2029]\\s*', ' ', 'g')) as phone
      from users where concat(first_name, last_name, phone) ~ '[\\x01-\\x1F\\x7F-\\x9F\\u2028\\u2029]'
    ) as names
    where users.id = names.id;

    update background_jobs set details = details - 'notes' where finished_at is not null;`.execute(db);
}
