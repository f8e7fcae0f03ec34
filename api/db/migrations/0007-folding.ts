import { type Kysely, sql } from 'kysely';

/**
 * One folding for search, duplicates and imports: what looks or is typed alike is the same. The console has the same one
 * for the lists it searches itself; a test compares them.
 */
export async function up(db: Kysely<never>): Promise<void> {
  // `translate` comes before the normalization for what that would take apart, and the last character becomes nothing.
  // French quotes are written with spaces inside. `return` names `visible` by identity.
  await sql`
    create or replace function fold(input text) returns text language sql immutable parallel safe
      return replace(replace(replace(casefold(translate(
        regexp_replace(
          regexp_replace(
            normalize(visible(translate(input, U&'\\00B4\\0384\\2033\\2036\\02DD\\05BE', '''''"""-')), NFKD),
            '[\\u0300-\\u036F\\u0591-\\u05C7\\u0610-\\u061A\\u064B-\\u065F\\u0670]', '', 'g'),
          U&'\\00AB +| +\\00BB', '"', 'g'),
        U&'\\2019\\2018\\201B\\201A\\02BC\\02BB\\02BD\\02B9\\02BE\\02BF\\02C8\\2032\\2035\`\\055A\\05F3\\2039\\203A\\275B\\275C\\A78C\\201C\\201D\\201E\\201F\\00AB\\00BB\\02BA\\02EE\\301D\\301E\\301F\\05F4\\275D\\275E\\2010\\2012\\2013\\2014\\2015\\2212\\2043\\02D7\\2E3A\\2E3B\\2E17\\1806\\2796\\301C\\223C\\2044\\2215\\00D7\\2715\\2022\\2027\\2219\\22C5\\30FB\\0110\\0111\\00D8\\00F8\\0141\\0142\\0126\\0127\\0131\\00D0\\00F0\\0166\\0167\\014A\\014B\\0237\\06CC\\0649\\06A9\\06C1\\06BE\\06D5\\0629\\0671\\0660\\06F0\\0661\\06F1\\0662\\06F2\\0663\\06F3\\0664\\06F4\\0665\\06F5\\0666\\06F6\\0667\\06F7\\0668\\06F8\\0669\\06F9\\0640',
        U&'''''''''''''''''''''''''''''''''''''''''''""""""""""""""-------------~~//xx\\00B7\\00B7\\00B7\\00B7\\00B7DdOoLlHhiDdTtNnj\\064A\\064A\\0643\\0647\\0647\\0647\\0647\\062700112233445566778899'
      ) collate pg_unicode_fast), U&'\\00E6', 'ae'), U&'\\0153', 'oe'), U&'\\00FE', 'th');

    alter table users alter column name_key set expression as (left(fold(first_name || ' ' || last_name), 64)),
      alter column search_text set expression as (' ' || fold(first_name || ' ' || last_name || ' ' || email));
    alter table recipes alter column search_text set expression as (' ' || fold(title));
    alter table failed_payments alter column search_text set expression as (' ' || fold(product_id) || ' ' || id);
    reindex index recipes_meal_types;
    reindex index recipes_tags;
    reindex index recipes_cuisine;
    reindex index recipes_title_key;`.execute(db);
}
