/** Signs that look or are typed alike. */
const signs: Readonly<Record<string, string>> = {
  "'": '\u2019\u2018\u201B\u201A\u02BC\u02BB\u02BD\u02B9\u02BE\u02BF\u02C8\u2032\u2035\u0060\u00B4\u0384\u055A\u05F3\u2039\u203A\u275B\u275C\uA78C',
  '"': '\u201C\u201D\u201E\u201F\u00AB\u00BB\u2033\u2036\u02BA\u02DD\u02EE\u301D\u301E\u301F\u05F4\u275D\u275E',
  '-': '\u2010\u2012\u2013\u2014\u2015\u2212\u2043\u05BE\u02D7\u2E3A\u2E3B\u2E17\u1806\u2796',
  '~': '\u301C\u223C',
  '/': '\u2044\u2215',
  x: '\u00D7\u2715',
  '·': '\u2022\u2027\u2219\u22C5\u30FB',
};
/** Letters that have no accent to remove, and digits, as Persian and Arabic keyboards write them. */
const letters = {
  from: '\u0110\u0111\u00D8\u00F8\u0141\u0142\u0126\u0127\u0131\u00D0\u00F0\u0166\u0167\u014A\u014B\u0237\u06CC\u0649\u06A9\u06C1\u06BE\u06D5\u0629\u0671\u0660\u06F0\u0661\u06F1\u0662\u06F2\u0663\u06F3\u0664\u06F4\u0665\u06F5\u0666\u06F6\u0667\u06F7\u0668\u06F8\u0669\u06F9',
  to: 'DdOoLlHhiDdTtNnj\u064A\u064A\u0643\u0647\u0647\u0647\u0647\u062700112233445566778899',
};

const alike = new Map([
  ...Object.entries(signs).flatMap(([sign, others]) => Array.from(others, (other) => [other, sign] as const)),
  ...Array.from(letters.from, (letter, index) => [letter, letters.to[index] ?? ''] as const),
]);
const ALIKE = new RegExp(`[${[...alike.keys()].join('')}\u0640]`, 'gu');
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]/gu;
/** What the normalization would take apart. */
const DECOMPOSED = /[\u00B4\u0384\u2033\u2036\u02DD\u05BE]/g;
const MARKS = /[\u0300-\u036F\u0591-\u05C7\u0610-\u061A\u064B-\u065F\u0670]/g;

/** Full case folding, and ligatures. */
const caseless: Readonly<Record<string, string>> = {
  '\u00DF': 'ss',
  '\u00E6': 'ae',
  '\u0153': 'oe',
  '\u00FE': 'th',
  '\u03C2': '\u03C3',
};

/**
 * Writes alike what looks or is typed alike: removes case, accents, invisible characters and repeated spaces, and makes
 * one of all apostrophes, quotes and hyphens. The database has the same function, and a test compares them.
 */
export function fold(text: string): string {
  return text
    .replace(INVISIBLE, '')
    .replace(DECOMPOSED, (sign) => alike.get(sign) ?? sign)
    .normalize('NFKD')
    .replace(MARKS, '')
    .replace(/\u00AB +| +\u00BB/g, '"')
    .replace(ALIKE, (sign) => alike.get(sign) ?? '')
    .toLowerCase()
    .replace(/[\u00DF\u00E6\u0153\u00FE\u03C2]/g, (letter) => caseless[letter] ?? letter)
    .replace(/\s+/g, ' ')
    .trim();
}
