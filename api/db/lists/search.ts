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
 *
 * Words of digits that follow each other are found one by one, or together as the number of a phone.
 */
export function matchesWords(
  keyword: string,
  isFound: (has: HasWord, typed: string) => Condition,
): Condition {
  return matchesAll(
    groupDigits(splitWords(keyword)).map((words) =>
      isFound((text) => hasWordsOrPhone(text, words), words.join(' ')),
    ),
  );
}

/** Words of digits that follow each other are one group; every other word is its own. */
function groupDigits(words: readonly string[]): string[][] {
  const groups: string[][] = [];
  let isOpen = false;
  for (const word of words) {
    const isDigits = /^[+\d()./-]+$/.test(toAscii(word));
    if (isDigits && isOpen) groups.at(-1)?.push(word);
    else groups.push([word]);
    isOpen = isDigits;
  }
  return groups;
}

function hasWordsOrPhone(text: RawBuilder<unknown>, words: readonly string[]): Condition {
  const phone = toPhoneDigits(words.join(''));
  const hasWords = matchesAll(words.map((word) => hasWord(text, word)));
  return phone === null || phone === words[0]
    ? hasWords
    : sql<boolean>`(${hasWords} or ${text} like ${`%${phone}%`})`;
}

/** Digits as Arabic and Persian keyboards type them and hyphens become those of ASCII. */
function toAscii(word: string): string {
  return word
    .normalize('NFKC')
    .replace(/[\u0660-\u0669\u06F0-\u06F9]/g, (digit) => String(digit.charCodeAt(0) % 16))
    .replace(/\p{Pd}|\u2212/gu, '-');
}

/** From E.164: the zones 1 and 7 have one digit, these countries two, all others three. */
const COUNTRY_CODE = /^(?:[17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})/;
/** A plus, or what is dialed for it: 00, and 011 in North America before the eleven digits or so of a number. */
const INTERNATIONAL = /^(?:\+|00|011(?=\d{10}))/;
const MIN_PHONE_DIGITS = 3;
/** From so many digits on a number is found without its country code, because it may be stored without. */
const MIN_NATIONAL_DIGITS = 7;
/** A number as long as this begins with a country code. */
const MIN_INTERNATIONAL_DIGITS = 11;

/**
 * The digits by which a phone is found, however it is typed: without signs, without zeros at the beginning, which are
 * dialed inside a country only, and without the country code. Null for other words, and for fewer than three digits.
 */
function toPhoneDigits(word: string): string | null {
  const typed = toAscii(word).replace('(0)', '');
  if (!/^\(?\+?[\d()./-]+$/.test(typed)) return null;
  const dialed = typed.replace(/[^\d+]/g, '');
  const isInternational = INTERNATIONAL.test(dialed);
  const digits = dialed.replace(INTERNATIONAL, '').replace(/^0+/, '');
  const national = digits.replace(COUNTRY_CODE, '').replace(/^0+/, '');
  const hasCode = isInternational || (!dialed.startsWith('0') && digits.length >= MIN_INTERNATIONAL_DIGITS);
  const found = hasCode && national.length >= MIN_NATIONAL_DIGITS ? national : digits;
  return found.length >= MIN_PHONE_DIGITS ? found : null;
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
