import { toText } from '../page/html.ts';
import { asList, isNode, property, rawText } from '../page/json-ld.ts';
import { recipeLimits, recipeMessages } from '../recipe-content.ts';
import type { Report } from './report.ts';

/** Words that say people or portions, by how they begin. */
const PEOPLE =
  /serv|port(?:ion|\b)|person|people|porsjon|por[cçz][iõã]|porsi|diner|pax|eater|guest|adult|coperti|commensal|személy|osob|osób|főre|人|份/iu;
/** "9-inch", "9 x 13", "2 cups", "500 g" are sizes. */
const SIZE =
  /^ ?(?:-? ?(?:inch|in\b|["”″]|cm\b|mm\b)|[x×] ?\d|(?:cups?|oz|ounces?|quarts?|gallons?|pints?|m?l|k?g|grams?|lbs?|pounds?|lit[er]+s?|tablespoons?|tbsp|teaspoons?|tsp)\b)/iu;
const DOZEN = /\d ?dozen\b/iu;
const NUMBER_WORDS = [
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
];

/** The number of servings, or of pieces: "4", "Serves 4-6", "Makes 12 cookies". Null if there is none. */
export function readServings(value: unknown, report: Report): number | null {
  const texts = asList(value).map(textOf).filter(Boolean);
  const best =
    texts.find((text) => (PEOPLE.test(text) || DOZEN.test(text)) && firstCount(text)) ??
    texts.find((text) => firstCount(text));
  if (best === undefined) {
    if (texts.length > 0)
      report(
        'servings',
        'It isn’t clear how many servings this makes. Enter the number after the import.',
        texts.join(', '),
      );
    return null;
  }
  const { count, isRange } = firstCount(best) ?? { count: 0, isRange: false };
  if (!Number.isInteger(count) || count < 1 || count > recipeLimits.servings) {
    report('servings', recipeMessages.servings, best);
    return null;
  }
  const other = texts.find((text) => text !== best && !firstCount(text));
  if (isRange) report('servings', `Read as ${inWords(count)}, using the first number.`, best);
  else if (/\p{L}/u.test(best) && !PEOPLE.test(best) && !IS_PLAIN.test(best)) {
    report('servings', `Read as ${inWords(count)}.`, best);
  } else if (other) report('servings', `Read as ${inWords(count)}.`, other);
  return count;
}

const IS_PLAIN = /^(?:serves|makes|yields?)?:? ?\d{1,4}$/iu;

function inWords(count: number): string {
  return count === 1 ? '1 serving' : `${count.toLocaleString('en-US')} servings`;
}

function textOf(value: unknown): string {
  if (!isNode(value)) return toText(rawText(value));
  const unit = rawText(property(value, 'unitText'));
  return toText(`${rawText(value, 'value', 'minValue', 'name')} ${unit}`);
}

type Count = { readonly count: number; readonly isRange: boolean };

/** The first number that is no size. */
function firstCount(text: string): Count | null {
  const short = text.slice(0, 300);
  for (const found of short.matchAll(/\d[\d.,]*/gu)) {
    const number = readNumber(found[0]);
    const rest = short.slice(found.index + found[0].length);
    if (Number.isNaN(number) || SIZE.test(rest) || /[x×/] ?$/iu.test(short.slice(0, found.index))) continue;
    const times = /^ ?dozen\b/iu.test(rest) ? 12 : 1;
    return { count: times * number, isRange: /^ ?(?:-|–|—|to|or|\/|bis|à|a) ?\d/iu.test(rest) };
  }
  const word = short
    .toLowerCase()
    .split(/[^a-z]/u)
    .findIndex((one) => NUMBER_WORDS.includes(one));
  if (word < 0) return null;
  const found = short.toLowerCase().split(/[^a-z]/u)[word] ?? '';
  return { count: NUMBER_WORDS.indexOf(found) + 1, isRange: false };
}

/** "1,000", "4", "4.5" or "4," before a word. */
function readNumber(text: string): number {
  const digits = text.replace(/[.,]$/u, '');
  return Number(/^\d{1,3}(?:,\d{3})+$/u.test(digits) ? digits.replaceAll(',', '') : digits.replace(',', '.'));
}
