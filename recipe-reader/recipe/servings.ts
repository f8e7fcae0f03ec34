import { toAsciiDigits, toText } from '../page/html.ts';
import { asList, isNode, property, rawText } from '../page/json-ld.ts';
import { recipeLimits, recipeMessages } from '../recipe-content.ts';
import type { Report } from './report.ts';

/** Words that say people or portions, by how they begin. */
const PEOPLE =
  /serv|port(?:ion|\b)|pers(?:on|\b)|people|porsjon|por[cçz][iõã]|porsi|diner|pax|eater|guest|adult|coperti|commensal|személy|حص|شخص|أشخاص|osob|osób|főre|人|份/iu;
/** "9-inch", "9 x 13", "2 cups", "500 g" and "2 per serving" are sizes. */
const SIZE =
  /^(?: ?& ?[½¼¾⅓⅔])? ?(?:-? ?(?:inch|in\b|["”″]|cm\b|mm\b)|[x×] ?\d|per\b|-?(?:cups?|oz|ounces?|quarts?|gallons?|pints?|m?l|k?g|grams?|lbs?|pounds?|lit[er]+s?|tablespoons?|tbsp|teaspoons?|tsp)\b)/iu;
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

/** The number of servings, or of pieces: "4", "Serves 4-6", "1 loaf (12 servings)". Null if there is none. */
export function readServings(value: unknown, report: Report): number | null {
  const texts = asList(value).map(textOf).filter(Boolean);
  const found = texts.flatMap((text) => {
    const count = bestCount(text);
    return count ? [{ text, ...count }] : [];
  });
  const best =
    found.find(({ isOfPeople, text }) => isOfPeople || PEOPLE.test(text) || DOZEN.test(text)) ?? found[0];
  if (best === undefined) {
    if (texts.length > 0)
      report(
        'servings',
        'It isn’t clear how many servings this makes. Enter the number after the import.',
        texts.join(', '),
      );
    return null;
  }
  const { count, isRange, isOfPeople, text } = best;
  if (!Number.isInteger(count) || count < 1 || count > recipeLimits.servings) {
    report('servings', recipeMessages.servings, text);
    return null;
  }
  const other = texts.find((one) => one !== text && !found.some((read) => read.text === one));
  if (isRange) report('servings', `Read as ${inWords(count)}, using the first number.`, text);
  else if (/\p{L}/u.test(text) && !isOfPeople && !IS_PLAIN.test(text)) {
    report('servings', `Read as ${inWords(count)}.`, text);
  } else if (other) report('servings', `Read as ${inWords(count)}.`, other);
  return count;
}

const IS_PLAIN = /^(?:serves|makes|yields?)?:? ?\p{Nd}{1,4}$/iu;

function inWords(count: number): string {
  return count === 1 ? '1 serving' : `${count.toLocaleString('en-US')} servings`;
}

function textOf(value: unknown): string {
  if (!isNode(value)) return toText(rawText(value));
  const unit = rawText(property(value, 'unitText'));
  return toText(`${rawText(value, 'value', 'minValue', 'name')} ${unit}`);
}

/** `isOfPeople`: a word for people or portions stands with the number. */
type Count = { readonly count: number; readonly isRange: boolean; readonly isOfPeople: boolean };

const NUMBER =
  /(?<first>\d[\d.,]*)(?: ?(?:-|–|—|to|or|\/|bis|oder|à|a|o|ou|tot|of|till?|eller|do|až) ?(?<second>\d[\d.,]*))?/giu;
/** "Serves 10" and "pour 8 personnes" have the word before the number, "12 servings" after it. */
const VERB = /(?:serves|feeds)\b/iu;
const FOR = /(?:feeds|for|für|pour|para|per|voor|till?|do|dla|na) (?:about |ca\.? |etwa |environ )?$/iu;

/** The number with a word for people after it, else with one before it, else the first one that is no size. */
function bestCount(text: string): Count | null {
  const short = toAsciiDigits(text.slice(0, 300));
  const numbers = [...short.matchAll(NUMBER)]
    .map(({ 0: all, index, groups }) => ({ index, end: index + all.length, groups }))
    .filter(({ index, end, groups }) => {
      const isSize = SIZE.test(short.slice(end)) || /[x×/] ?$/iu.test(short.slice(0, index));
      return !isSize && !Number.isNaN(readNumber(groups?.first ?? ''));
    });
  const counts = numbers.map(({ index, end, groups }, at) => {
    const before = short.slice(numbers[at - 1]?.end ?? 0, index);
    const rest = short.slice(end, numbers[at + 1]?.index);
    const [after = ''] = rest.replaceAll(/\([^()]*\)/gu, '').split(/[,;(]/u);
    return {
      count: (/^ ?dozen\b/iu.test(rest) ? 12 : 1) * readNumber(groups?.first ?? ''),
      isRange: groups?.second !== undefined,
      isAfter: PEOPLE.test(numbers[at + 1] ? after.replace(VERB, '') : after),
      isBefore: PEOPLE.test(before),
      isFor: FOR.test(before),
    };
  });
  const best =
    counts.find(({ isAfter }) => isAfter) ??
    counts.find(({ isBefore }) => isBefore) ??
    counts.find(({ isFor }) => isFor) ??
    counts[0];
  if (best) return { ...best, isOfPeople: best.isAfter || best.isBefore };
  const words = short.toLowerCase().split(/[^a-z]/u);
  const word = words.find((one) => NUMBER_WORDS.includes(one));
  if (word === undefined) return null;
  return { count: NUMBER_WORDS.indexOf(word) + 1, isRange: false, isOfPeople: PEOPLE.test(short) };
}

/** "1,000", "4", "4.5" or "4," before a word. */
function readNumber(text: string): number {
  const digits = text.replace(/[.,]$/u, '');
  return Number(/^\d{1,3}(?:,\d{3})+$/u.test(digits) ? digits.replaceAll(',', '') : digits.replace(',', '.'));
}
