import { type RawBuilder, sql } from 'kysely';
import { removeInvisible } from '#contract/text.ts';
import { type Condition, matchesAll } from './read-list.ts';

/** The condition that a text has one word. The text is folded and begins with a space. */
export type HasWord = (text: RawBuilder<unknown>) => Condition;

/**
 * Whether every word of `keyword` is found by `isFound`, ignoring case, accents, the kind of an apostrophe, a quote or a
 * hyphen, and the comma in "Amboise, Renée".
 *
 * One or two letters or digits match where a word begins, which is after a space: "br" finds "Brenda Ng" and
 * "brenda@example.com", and neither "Abraham" nor "O'Brien". One or two characters of a script without spaces (Han, kana,
 * Hangul), a sign, and everything longer match anywhere.
 */
export function matchesWords(keyword: string, isFound: (has: HasWord) => Condition): Condition {
  return matchesAll(splitWords(keyword).map((word) => isFound((text) => hasWord(text, word))));
}

function splitWords(keyword: string): string[] {
  // A comma alone is a word.
  const words = removeInvisible(keyword)
    .split(/\s+/)
    .map((word) => word.replace(/,$/, '') || word);
  return words.filter((word) => word !== '');
}

/** Escaped after folding, because folding may produce a wildcard (full-width percent sign). */
function hasWord(text: RawBuilder<unknown>, word: string): Condition {
  const before = isBeginning(word) ? '% ' : '%';
  const folded = sql`regexp_replace(fold(${word}::text), '([\\\\%_])', '\\\\\\1', 'g')`;
  return sql<boolean>`${text} like ${before} || ${folded} || '%'`;
}

const SCRIPT_WITHOUT_SPACES = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Bopomofo}]/u;

/** One or two characters that begin with a letter or a digit, without counting accents. */
function isBeginning(word: string): boolean {
  const bare = word.normalize('NFKD').replace(/\p{M}/gu, '');
  return /^[\p{L}\p{N}].?$/u.test(bare) && !SCRIPT_WITHOUT_SPACES.test(bare);
}
