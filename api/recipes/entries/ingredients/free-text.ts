import { type IngredientParts, MISSING } from '../parsed-line.ts';
import { type Measure, readMeasure, removeAlternative } from './measure.ts';
import { readQuantity } from './quantity-text.ts';
import { parseTrailing } from './trailing-quantity.ts';
import { splitUnit, withoutOf } from './units.ts';

const ABOUT =
  /^(?:about|approximately|approx\.?|around|roughly|circa|ca\.?|etwa|ungefähr|environ|env\.|up to|at (?:least|most)|almost|nearly|~|≈) ?(?=[\d½⅓⅔¼¾⅛])/iu;
/** "Scant 1 cup" is "1 scant cup". */
const ADJECTIVE_FIRST =
  /^(?<adjective>scant|generous|heaped|heaping|rounded|level) (?<number>[\d½⅓⅔¼¾⅛/ ]+) /iu;
const TIMES = /^ ?(?:x(?=[ \d½¼¾⅓⅔])|[×*]) ?/iu;
const SIZE = /^\((?<size>[^()]{1,80})\) ?/u;

/** A line that a cook wrote: "2 cups flour, sifted". The words of the name stay as they are. */
export function parseFreeText(written: string): IngredientParts {
  const text = removeComma(written).replace(ABOUT, '').replace(ADJECTIVE_FIRST, '$<number> $<adjective> ');
  const found = readQuantity(text);
  const parts = found ? parseAfterQuantity(found.quantity, found.rest) : parseTrailing(text);
  return parts ?? { name: written, quantity: MISSING, unit: MISSING };
}

function removeComma(text: string): string {
  return text.endsWith(',') ? text.slice(0, -1).trimEnd() : text;
}

/** Null if the number is a part of the name, as in "7UP", "5-spice powder" and "2% milk". */
function parseAfterQuantity(quantity: string, afterNumber: string): IngredientParts | null {
  const inches = /^["″”] ?/u.exec(afterNumber)?.[0];
  if (inches) return withName({ name: afterNumber.slice(inches.length), quantity, unit: '"' });
  const size = readSize(afterNumber);
  const text = size ? size.rest : afterNumber.replace(/^-/u, '').trimStart();
  const isAttached = !size && !/^[ (/]/u.test(afterNumber);
  const split = splitUnit(separateUnit(text));
  if (isAttached && !split) return null;
  const first = split ? readWholeUnit(split.unit, split.rest) : { unit: MISSING, rest: withoutOf(text) };
  const later = SIZE.exec(first.rest);
  const afterSize = withoutOf(removeAlternative(first.rest.slice(later?.[0].length ?? 0)));
  // "½ cup (1 stick) plus 2 tbsp butter".
  const { unit, rest } =
    later && split ? readWholeUnit(first.unit, afterSize) : { ...first, rest: afterSize };
  const description = rest.replace(/^[-–,] /u, '');
  const sizes = [size?.text, later?.groups?.size].filter(Boolean).map((each) => `(${each})`);
  const name = [description.trim(), ...sizes].join(' ').trim();
  return /\p{L}/u.test(description) ? { name, quantity, unit } : null;
}

function withName(parts: IngredientParts): IngredientParts | null {
  return /\p{L}/u.test(parts.name) ? parts : null;
}

/** "g/5¼oz butter" is "g butter": the second measure would be read as a part of the unit. */
function separateUnit(text: string): string {
  const unit = /^[\p{L}.]{1,20}/u.exec(text)?.[0] ?? '';
  const after = removeAlternative(text.slice(unit.length));
  return after === text.slice(unit.length) ? text : `${unit} ${after}`;
}

/** "1 lb 2 oz", "1 cup plus 2 tbsp": the second measure is a part of the unit. */
function readWholeUnit(unit: string, rest: string): { unit: string; rest: string } {
  const plus = /^(?:(?:plus|and|und|et|or|to|bis|\+) )?/iu.exec(rest)?.[0] ?? '';
  const second = readMeasure(rest.slice(plus.length));
  if (!second) return { unit, rest };
  return { unit: `${unit} ${plus}${second.text}`, rest: withoutOf(second.rest) };
}

/** The size of each piece: "(14 oz) can", "x 400g tins", "14-oz can". */
function readSize(text: string): Pick<Measure, 'text' | 'rest'> | null {
  const times = TIMES.exec(text)?.[0];
  const after = text.slice(times?.length ?? 0).trimStart();
  const inParentheses = SIZE.exec(after);
  if (inParentheses?.groups?.size) {
    return { text: inParentheses.groups.size, rest: after.slice(inParentheses[0].length) };
  }
  const measure = readMeasure(after);
  if (measure) {
    const rest = removeAlternative(measure.rest);
    const alternative = measure.rest.slice(0, measure.rest.length - rest.length).trim();
    return { text: measure.text + alternative, rest };
  }
  return times ? { text: '', rest: after } : null;
}
