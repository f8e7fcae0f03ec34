import { readNumber } from './quantity-text.ts';
import { splitUnit } from './units.ts';

export type Measure = {
  quantity: string;
  unit: string;
  /** As it was written. */
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

const ALTERNATIVE = /^ ?[/|=] ?/u;

/** Without a second measure of the same amount: "/5¼oz butter" is "butter". */
export function removeAlternative(text: string): string {
  const slash = ALTERNATIVE.exec(text)?.[0];
  let measure = slash ? readMeasure(text.slice(slash.length)) : null;
  if (!measure) return text;
  let rest = '';
  // "3lb 5oz" has two parts, "1lb 4oz-1lb 5oz" has four.
  while (measure) {
    rest = measure.rest;
    measure = readMeasure(rest.replace(/^[-–] ?/u, ''));
  }
  return removeAlternative(rest);
}
