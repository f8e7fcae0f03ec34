import { type Kysely, sql } from 'kysely';

/**
 * Removes invisible characters from addresses: an owner could never type such an address again. One whose visible form has an
 * account stays as it is. A domain outside ASCII may need its joiners and stays, too.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    -- Unicode's Default_Ignorable_Code_Point, and the marks of annotations.
    create function visible(input text) returns text language sql immutable parallel safe
      return regexp_replace(input, '[\\u00AD\\u034F\\u061C\\u115F\\u1160\\u17B4\\u17B5\\u180B-\\u180F\\u200B-\\u200F\\u202A-\\u202E\\u2060-\\u206F\\u3164\\uFE00-\\uFE0F\\uFEFF\\uFFA0\\uFFF0-\\uFFFB\\U0001BCA0-\\U0001BCA3\\U0001D173-\\U0001D17A\\U000E0000-\\U000E0FFF]', '', 'g');

    update users set email = cleaned.email
    from (
      select distinct on (lower(visible(email))) id, visible(email) as email from users
      where email <> visible(email) and visible(email) ~ '^[\\x21-\\x7E]+$'
      order by lower(visible(email)), id
    ) as cleaned
    where users.id = cleaned.id and not exists
      (select from users as other where lower(other.email) = lower(cleaned.email))`.execute(db);
}
