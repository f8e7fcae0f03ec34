import { type IngredientParts, MISSING } from '../parsed-line.ts';
import { readMeasure } from './measure.ts';
import { beginsWithNumber, isNumber } from './quantity-text.ts';

/** Not the comma of a decimal such as "3,5". */
const SEPARATOR = /(?<!\d),|,(?!\d)/u;

/**
 * The specification's `name, quantity, unit`, split from the right, so that a name may hold a comma. Missing parts are
 * "N/A". Null for a line without a quantity in its place.
 */
export function parseListedText(text: string): IngredientParts | null {
  const parts = text.split(SEPARATOR).map((part) => part.trim());
  const at = findQuantity(parts);
  if (at === null || (parts[at] === '' && beginsWithNumber(text))) return null;
  const [quantity = '', unit = ''] = parts.slice(at);
  const name = parts.slice(0, at).join(', ');
  if (!/\p{L}/u.test(name)) return null;
  if (quantity === '' || isMissing(quantity) || isNumber(quantity)) {
    return { name, quantity: isMissing(quantity) ? MISSING : quantity || MISSING, unit: toUnit(unit) };
  }
  // "2 tins, 400 g, drained" and "Flour, 500 g, sifted" are written freely.
  if (beginsWithNumber(text)) return null;
  const measure = readMeasure(quantity);
  if (!measure || !/^(?:\(.*\))?$/u.test(measure.rest)) return { name, quantity, unit: toUnit(unit) };
  const fullName = `${name} ${measure.rest}`.trim() + (unit === '' ? '' : `, ${unit}`);
  return { name: fullName, quantity: measure.quantity, unit: measure.unit };
}

/** The place of the quantity: the last part but one, else the last; the last if only that is a number. */
function findQuantity(parts: readonly string[]): number | null {
  const places = [parts.length - 2, parts.length - 1].filter((at) => at > 0 && !isInParentheses(parts, at));
  const [before = '', last = ''] = parts.slice(-2);
  if (isNumber(last) && /\p{L}{2}/u.test(before)) places.reverse();
  return places.find((at) => canBeQuantity(parts[at] ?? '')) ?? null;
}

/** The second part of "Butter (soft, 1 cup)" belongs to the name. */
function isInParentheses(parts: readonly string[], at: number): boolean {
  const before = parts.slice(0, at).join(',');
  return before.lastIndexOf('(') > before.lastIndexOf(')') && parts.slice(at).join(',').includes(')');
}

/** An empty part is a missing one. */
function canBeQuantity(part: string): boolean {
  return part === '' || beginsWithNumber(part) || isMissing(part);
}

function toUnit(unit: string): string {
  return unit === '' || isMissing(unit) ? MISSING : unit;
}

function isMissing(part: string): boolean {
  return part.toUpperCase() === MISSING;
}
