import { HALF, readNumberWord } from './number-words.ts';

const VULGAR = '[½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅐⅛⅜⅝⅞⅑⅒]';
const AND = String.raw`(?: |-| and | & | \+ | und | et | e | y | og | och | en | i )`;

/** `1 1/2`, `1-1/2`, `1/2`, `1½`, `1 and a half`, `1,5`, `1.200`, `½` or `.5`. */
const NUMBER = new RegExp(
  String.raw`^(?:\d+${AND}(?:\d+\/\d+|${VULGAR})|\d+(?: (?:and|e|y|og|och|en|et|und) )(?:an? |een )?(?:${HALF})(?= )|\d+\/\d+|\d+ ?${VULGAR}|\d+(?:[.,]\d+)*|${VULGAR}|\.\d+)`,
  'iu',
);
const BEGINS_WITH_NUMBER = new RegExp(String.raw`^(?:\d|${VULGAR}|\.\d)`, 'u');
const RANGE =
  /^(?: ?-? (?:to|or|bis|oder|à|ou|a|o|tot|of|till|til|eller|do|až|lub|vagy|ili|или|до|έως) | ?[-–—+] ?)/iu;

type Beginning = { quantity: string; rest: string };

export function beginsWithNumber(text: string): boolean {
  return BEGINS_WITH_NUMBER.test(text);
}

/** The number, range or "600+" at the beginning, as it was written; null if there is none. */
export function readNumber(text: string): Beginning | null {
  const first = NUMBER.exec(text)?.[0];
  // "00 flour" is a kind, and no number.
  if (!first || first.startsWith('00')) return null;
  const range = RANGE.exec(text.slice(first.length))?.[0] ?? '';
  const second = range && NUMBER.exec(text.slice(first.length + range.length))?.[0];
  const more = /^\+(?= )/u.exec(text.slice(first.length))?.[0] ?? '';
  const end = first.length + (second ? range.length + second.length : more.length);
  return { quantity: text.slice(0, end), rest: text.slice(end) };
}

/** Also from words, as in "a pinch". */
export function readQuantity(text: string): Beginning | null {
  return readNumber(text) ?? readNumberWord(text);
}

/** Whether the whole text is a number or a range. */
export function isNumber(text: string): boolean {
  return readNumber(text)?.rest === '';
}
