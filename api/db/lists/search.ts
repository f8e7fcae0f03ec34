import { type RawBuilder, sql } from 'kysely';

/**
 * `search_text` contains every word, ignoring case, accents, the kind of an apostrophe and the comma in "Amboise, Renée".
 * LIKE wildcards match themselves. Empty matches all.
 */
export function matchesKeyword(keyword: string): RawBuilder<boolean> {
  return every(splitWords(keyword).map(containsWord));
}

/** The same rows, by the indexes of `search_text`. For a word that most rows contain, `matchesKeyword` is faster. */
export function matchesByIndex(keyword: string): RawBuilder<boolean> {
  return every(
    splitWords(keyword).map((word) => (needsGrams(word) ? containsGrams(word) : containsWord(word))),
  );
}

/** The same for the table of users, whose addresses have an index of their own. */
export function matchesUsersByIndex(keyword: string): RawBuilder<boolean> {
  const conditions = splitWords(keyword).map((word) => {
    const localPart = word.slice(0, Math.max(0, word.indexOf('@')));
    if (localPart !== '') return hasAddress(word, localPart);
    return needsGrams(word) ? containsGrams(word) : containsWord(word);
  });
  return every(conditions);
}

/** Whether it has words, and each has one or two characters: then very many rows may match. */
export function isShort(keyword: string): boolean {
  const words = splitWords(keyword);
  return words.length > 0 && words.every((word) => [...word].length <= 2);
}

/** Phones and word processors write other apostrophes than keyboards. */
const APOSTROPHES = /[’‘ʼ`´]/g;

function splitWords(keyword: string): string[] {
  const words = keyword.replace(APOSTROPHES, "'").split(/\s+/);
  // A comma alone is a word.
  return words.map((word) => word.replace(/,$/, '') || word).filter((word) => word !== '');
}

/** PostgreSQL finds no trigrams in other scripts if its cluster has the locale C, as the embedded one. */
function needsGrams(word: string): boolean {
  const folded = word.normalize('NFKD').replace(/\p{M}/gu, '');
  return !/^[ -~]{3,}$/.test(folded);
}

function every(conditions: readonly RawBuilder<unknown>[]): RawBuilder<boolean> {
  return conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(conditions, sql` and `)})`;
}

function containsWord(word: string): RawBuilder<unknown> {
  return sql`search_text like ${pattern(sql`fold(${word}::text)`)}`;
}

/**
 * Of one or two characters, the index says all; so their texts are not read. Position instead of LIKE: the planner would
 * multiply the estimates of two conditions that mean the same.
 */
function containsGrams(word: string): RawBuilder<unknown> {
  const parts = word.split("'").filter((part) => part !== '');
  // The index has each kind of apostrophe in other pairs, so it finds what is around them. `|| ''` as below.
  if (parts.length > 0 && parts[0] !== word) {
    return sql`(${every(parts.map(containsGrams))}
      and search_text || '' like ${pattern(sql`fold(${word}::text)`)})`;
  }
  const folded = sql`fold(${word}::text)`;
  return sql`((${folded} ~ '^[^ ]{1,2}$' or position(${folded} in search_text) > 0)
    and search_grams(search_text) @> search_key(${folded}))`;
}

/** `|| ''` keeps the index of trigrams out: nearly every address contains those of its domain. */
function hasAddress(word: string, localPart: string): RawBuilder<unknown> {
  return sql`((email_local_reversed(email) like ${startsWith(sql`reverse(fold(${localPart}::text))`)}
      or search_text like '%@%@%')
    and search_text || '' like ${pattern(sql`fold(${word}::text)`)})`;
}

/** Any character matches an apostrophe. */
function pattern(folded: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`'%' || replace(${escaped(folded)}, '''', '_') || '%'`;
}

function startsWith(folded: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`${escaped(folded)} || '%'`;
}

/** Escaped after folding, because folding may produce a wildcard (full-width percent sign). */
function escaped(folded: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`regexp_replace(${folded}, '([\\\\%_])', '\\\\\\1', 'g')`;
}
