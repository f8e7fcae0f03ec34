import { splitUnit } from './units.ts';

type Beginning = { quantity: string; rest: string };

/** A half, in the languages of European recipes. */
const HALF =
  'half|halbe[mnrs]?|halve|halvt?|demie?|mezz[oa]|medi[oa]|mei[oa]|pół|půl|pol|fél|puoli|jumătate de|pola|μισ[όή]|пол';
const ONE = 'an?|one|eine[nrs]?|ein|une?|un[oa]|uma?|een|et|ett|en|jeden|jedn[aoą]|egy|bir|один|одна|ένα';

/** Words and their digits; "to" and "fire" of Danish are English words too. */
const DIGITS: Readonly<Record<string, string>> = {
  '1½': 'eineinhalb anderthalb anderhalve',
  '2': 'two zwei deux dos due dois duas twee två dwa dwie dva dvě dve két kettő',
  '3': 'three drei trois tres tre três drie trzy tři három',
  '4': 'four vier quatre cuatro quattro quatro fyra cztery čtyři štyri négy',
  '5': 'five fünf cinq cinco cinque vijf fem pięć pět öt',
  '6': 'six sechs seis sei zes sex',
  '7': 'seven sieben sept',
  '8': 'eight acht huit ocho otto oito',
  '9': 'nine neun neuf',
  '10': 'ten zehn dix diez dieci dez',
  '12': 'twelve zwölf douze',
};
const words = new Map(
  Object.entries(DIGITS).flatMap(([digits, line]) => line.split(' ').map((word) => [word, digits] as const)),
);

/** "Half a", "een halve". */
export const HALF_OF = `(?:(?:(?:${ONE}) )?(?:${HALF})(?: an?)? |une? demie?-)`;
/** "One", "zwei", "a". */
export const NUMBER_WORD = `(?:${ONE}|${[...words.keys()].join('|')})`;
const HALF_WORD = new RegExp(`^${HALF_OF}`, 'iu');
const ONE_WORD = new RegExp(`^(?:(?:${ONE}) |un['’])`, 'iu');
/** "A little oil", "half and half" and "five spice powder" have no number. */
const NO_NUMBER =
  /^(?:little|few|lot|bit|couple|touch|quarter|third|and|fat|spice|grain|bean|cheese|wenig|paar|bisschen|peu|poco|po['’]|pouco|pouquinho|beetje|par|lidt|lite|litt|smule)(?!\p{L})/iu;

/** "A pinch" is one, "half a lemon" is ½, "zwei Eier" are 2; null without a number. */
function readNumberWord(text: string): Beginning | null {
  const half = HALF_WORD.exec(text)?.[0];
  const found = half ?? ONE_WORD.exec(text)?.[0];
  if (found) {
    const rest = text.slice(found.length);
    return NO_NUMBER.test(rest) ? null : { quantity: half ? '½' : '1', rest: ` ${rest}` };
  }
  const word = text.slice(0, Math.max(text.indexOf(' '), 0));
  const rest = text.slice(word.length);
  const digits = NO_NUMBER.test(rest.trimStart()) ? undefined : words.get(word.toLowerCase());
  return digits === undefined ? null : { quantity: digits, rest };
}

const VULGAR = '[½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅐⅛⅜⅝⅞⅑⅒]';
const AND = String.raw`(?: |-| and | & | \+ | und | et | e | y | og | och | en | i )`;

/** `1 1/2`, `1-1/2`, `1/2`, `1½`, `1 and a half`, `1,5`, `1.200`, `½` or `.5`. */
const NUMBER_PATTERN = String.raw`(?:\d+${AND}(?:\d+\/\d+|${VULGAR})|\d+(?: (?:and|e|y|og|och|en|et|und) )(?:an? |een )?(?:${HALF})(?= )|\d+\/\d+|\d{1,2} \/ \d{1,2}(?= )|\d+ ?${VULGAR}|\d+(?:[.,]\d+)*|${VULGAR}|\.\d+)`;
const NUMBER = new RegExp(`^${NUMBER_PATTERN}`, 'iu');
const BEGINS_WITH_NUMBER = new RegExp(String.raw`^(?:\d|${VULGAR}|\.\d)`, 'u');
const RANGE_PATTERN =
  '(?: ?-? (?:to|or|bis|oder|à|ou|a|o|tot|of|till|til|eller|do|až|lub|vagy|ili|или|до|έως) | ?[-–—+] ?)';
const RANGE = new RegExp(`^${RANGE_PATTERN}`, 'iu');
/** "½ of 1 onion" is half an onion, "¼ of 2 onions" has no number; "½ of 1 theelepel" is a range in Dutch. */
const PART_OF_ONE = /^ of (?:1|one|an?) (?=\p{L})/iu;
const PART_OF_MORE = /^(?:\d+\/\d+|[½⅓⅔¼¾⅕⅛]) of \d+ (?=\p{L})/iu;

/** Whether the text begins with a digit or a fraction. */
export function beginsWithNumber(text: string): boolean {
  return BEGINS_WITH_NUMBER.test(text);
}

/** The number, range or "600+" at the beginning, as it was written; null if there is none. */
export function readNumber(text: string): Beginning | null {
  const first = NUMBER.exec(text)?.[0];
  // "00 flour" is a kind, and no number.
  if (!first || first.startsWith('00')) return null;
  const partOfOne = PART_OF_ONE.exec(text.slice(first.length))?.[0] ?? '';
  const whole = text.slice(first.length + partOfOne.length);
  if (partOfOne && !splitUnit(whole)) return { quantity: first, rest: ` ${whole}` };
  const partOfMore = PART_OF_MORE.exec(text)?.[0];
  if (partOfMore && !splitUnit(text.slice(partOfMore.length))) return null;
  const range = RANGE.exec(text.slice(first.length))?.[0] ?? '';
  const second = range && NUMBER.exec(text.slice(first.length + range.length))?.[0];
  const more = /^\+(?= )/u.exec(text.slice(first.length))?.[0] ?? '';
  const end = first.length + (second ? range.length + second.length : more.length);
  return { quantity: text.slice(0, end), rest: text.slice(end) };
}

/** Reads the quantity at the start of a line: a number, or a word for one, as in "a pinch". */
export function readQuantity(text: string): Beginning | null {
  return readNumber(text) ?? readNumberWord(text);
}

/** Whether the whole text is a number or a range. */
export function isNumber(text: string): boolean {
  return readNumber(text)?.rest === '';
}

export type Measure = {
  quantity: string;
  unit: string;
  /** Quantity and unit as they were written. */
  text: string;
  rest: string;
};

const MEASURE_UNIT =
  /^(?: ?[-–] ?| )?(?:fl\.? ?oz|fluid ounces?|ounces?|ozs?|gramm?e?s?|gr|kg|dkg|dag|mg|g|millilit(?:er|re)s?|lit(?:er|re)s?|ml|cl|dl|l|pounds?|lbs?|pints?|pt|quarts?|qt|cups?|tbsps?|tablespoons?|tsps?|teaspoons?|inches|inch|in|["″”]|cm|mm|EL|TL)(?:\.(?= |$))?(?:(?=[\d½¼¾]+ ?oz)|(?![\p{L}\p{N}]|-\p{L}))/iu;

/** A number with a unit of weight, volume or length, as in "400g", "14-oz" or "5 fl oz". */
export function readMeasure(text: string): Measure | null {
  const number = readNumber(text);
  if (!number) return null;
  const unit = MEASURE_UNIT.exec(number.rest)?.[0];
  const end = number.quantity.length + (unit?.length ?? 0);
  if (unit) return toMeasure(text, { quantity: number.quantity, unit, end });
  // Any other unit only if nothing follows it: "2 cloves".
  const split = splitUnit(`${number.rest.trim()} x`);
  if (split?.rest !== 'x') return null;
  return toMeasure(text, { quantity: number.quantity, unit: number.rest, end: text.length });
}

/** Whether the text begins with a unit of weight, volume or length. */
export function beginsWithMeasureUnit(text: string): boolean {
  return MEASURE_UNIT.test(text);
}

function toMeasure(
  text: string,
  { quantity, unit, end }: { quantity: string; unit: string; end: number },
): Measure {
  return {
    quantity,
    unit: unit.replace(/^[ –-]+/u, ''),
    text: text.slice(0, end),
    rest: text.slice(end).trimStart(),
  };
}

/** "75g-110g" and "½ cup to 1 cup" are "75-110g" and "½ to 1 cup". */
const SAME_UNIT_TWICE = new RegExp(
  String.raw`^(?<first>${NUMBER_PATTERN}) ?(?<unit>\p{L}+)(?<range>${RANGE_PATTERN})(?=${NUMBER_PATTERN} ?\k<unit>s?(?!\p{L}))`,
  'iu',
);

/** The text with the unit of a range only once. */
export function joinRange(text: string): string {
  const { first = '', unit = '', range = '' } = SAME_UNIT_TWICE.exec(text)?.groups ?? {};
  // "1 egg or 2 egg whites" are two foods.
  if (!beginsWithMeasureUnit(unit) && !splitUnit(`${unit} x`)) return text;
  return text.replace(SAME_UNIT_TWICE, first + range);
}

const ALTERNATIVE = /^ ?[/|=] ?/u;

/** A second measure of the same amount, and the text after it. */
export type Alternative = { measure: string; rest: string };

/** Reads it after its slash: "5¼oz" of "/5¼oz butter". A number may stand without its unit: "/5¼ butter". */
export function readAlternative(text: string): Alternative | null {
  const slash = ALTERNATIVE.exec(text)?.[0];
  if (!slash) return null;
  const after = text.slice(slash.length);
  let rest = readMeasure(after)?.rest ?? readLoneNumber(after);
  if (rest === null) return null;
  // "3lb 5oz" has two parts, "1lb 4oz-1lb 5oz" has four.
  for (let more = readMeasure(rest.replace(/^[-–] ?/u, '')); more; ) {
    rest = more.rest;
    more = readMeasure(rest.replace(/^[-–] ?/u, ''));
  }
  const measure = after.slice(0, after.length - rest.length).trim();
  const further = readAlternative(rest);
  return further ? { measure: `${measure}/${further.measure}`, rest: further.rest } : { measure, rest };
}

/** The text after a number and a unit of any kind, as in "2 sachets yeast", or after a number alone. */
function readLoneNumber(text: string): string | null {
  const number = readNumber(text);
  if (!number || !/^ \p{L}/u.test(number.rest)) return null;
  const rest = number.rest.trimStart();
  return splitUnit(rest)?.rest ?? rest;
}
