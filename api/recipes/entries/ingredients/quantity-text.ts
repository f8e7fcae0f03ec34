const VULGAR = '[½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅐⅛⅜⅝⅞⅑⅒]';

/** `1 1/2`, `1-1/2`, `1/2`, `1½`, `1,5`, `1.200`, `½` or `.5`. */
const NUMBER = new RegExp(
  String.raw`^(?:\d+(?: |-| and | & | und | et )\d+\/\d+|\d+\/\d+|\d+ ?${VULGAR}|\d+(?:[.,]\d+)*|${VULGAR}|\.\d+)`,
  'u',
);
const BEGINS_WITH_NUMBER = new RegExp(String.raw`^(?:\d|${VULGAR}|\.\d)`, 'u');
const RANGE = /^(?: ?[-–—] ?| (?:to|or|bis|oder|à|ou) )/iu;

const ARTICLE = /^(?:half an?|half|an?|one|eine?n?|une?) /iu;
const NO_NUMBER = /^(?:little|few|lot|bit|couple|touch|wenig|paar|bisschen|peu)\b/iu;
const NUMBER_WORDS = ['two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'twelve'];

type Beginning = { quantity: string; rest: string };

export function beginsWithNumber(text: string): boolean {
  return BEGINS_WITH_NUMBER.test(text);
}

/** The number or range at the beginning, as it was written; null if there is none. */
export function readNumber(text: string): Beginning | null {
  const first = NUMBER.exec(text)?.[0];
  // "00 flour" is a kind, and no number.
  if (!first || /^0\d/u.test(first)) return null;
  const range = RANGE.exec(text.slice(first.length))?.[0] ?? '';
  const second = range && NUMBER.exec(text.slice(first.length + range.length))?.[0];
  const end = first.length + (second ? range.length + second.length : 0);
  return { quantity: text.slice(0, end), rest: text.slice(end) };
}

/** Also from words: "a pinch" is one, "half a lemon" is ½. "A little oil" has no number. */
export function readQuantity(text: string): Beginning | null {
  const number = readNumber(text);
  if (number) return number;
  const article = ARTICLE.exec(text)?.[0];
  if (article) {
    const rest = text.slice(article.length - 1);
    if (NO_NUMBER.test(rest.trimStart())) return null;
    return { quantity: article.toLowerCase().startsWith('half') ? '½' : '1', rest };
  }
  const word = text.slice(0, Math.max(text.indexOf(' '), 0)).toLowerCase();
  const index = NUMBER_WORDS.indexOf(word);
  if (index < 0) return null;
  return { quantity: word === 'twelve' ? '12' : String(index + 2), rest: text.slice(word.length) };
}

/** Whether the whole text is a number or a range. */
export function isNumber(text: string): boolean {
  return readNumber(text)?.rest === '';
}
