import { type IngredientParts, MISSING } from '../parsed-line.ts';
import { readMeasure } from './measure.ts';
import { isNumber, readQuantity } from './quantity-text.ts';
import { splitUnit } from './units.ts';

/** "1 1/2 fl oz" has four. */
const MAX_WORDS = 4;

const VAGUE_UNIT =
  /^(?:(?:small|large|big|good|generous) )?(?:pinch|dash|handful|splash|drizzle|knob|squeeze|dollop|glug|sprinkle|grating|bunch|prise|schuss|handvoll|pincée|poignée|filet)\b/iu;
const FEW = /^(?:a few|few|a couple of|some|several|einige|ein paar|quelques) /iu;
const FROM =
  / (?:of|from|von|de) (?=[\d½⅓⅔¼¾]|half a )|(?<=^(?:[\p{L}]+ ){0,3}(?:zest|juice|peel|rind)) (?=[\d½⅓⅔¼¾])/iu;
const ABOUT = / (?:about|approx\.?|circa|ca\.?|etwa|ungefähr|environ)$/iu;
const KIND = /\b(?:type|typ|no\.?|nr\.?|grade)$/iu;

/** A line that begins with a word: "Butter 100g", "Eggs x2", "Pinch of salt", "Juice of 1 lemon". */
export function parseTrailing(text: string): IngredientParts | null {
  return parseVague(text) ?? parseSource(text) ?? parseEnd(text) ?? parseBeforeComma(text);
}

/** "Chicken breast 500 g, diced". */
function parseBeforeComma(text: string): IngredientParts | null {
  const comma = text.indexOf(', ');
  const found = comma > 0 ? parseEnd(text.slice(0, comma)) : null;
  return found && { ...found, name: found.name + text.slice(comma) };
}

function parseVague(text: string): IngredientParts | null {
  const few = FEW.exec(text)?.[0] ?? '';
  const split = few || VAGUE_UNIT.test(text) ? splitUnit(text.slice(few.length)) : null;
  return split && { name: split.rest, quantity: few.trim() || MISSING, unit: split.unit };
}

function parseSource(text: string): IngredientParts | null {
  const from = FROM.exec(text);
  const found = from && readQuantity(text.slice(from.index + from[0].length));
  if (!found) return null;
  const rest = found.rest.trimStart();
  const split = splitUnit(rest);
  const name = `${text.slice(0, from.index)}${from[0]}${split?.rest ?? rest}`;
  return { name, quantity: found.quantity, unit: split?.unit ?? MISSING };
}

function parseEnd(text: string): IngredientParts | null {
  const inside = /\((?<inside>[^()]{1,40})\)$/u.exec(text);
  const words = (inside?.groups?.inside ?? text).split(' ');
  const before = inside ? text.slice(0, inside.index) : '';
  for (let count = Math.min(MAX_WORDS, words.length); count > 0; count -= 1) {
    const measure = readMeasure(words.slice(-count).join(' '));
    const name = toName(before + words.slice(0, -count).join(' '));
    if (measure?.rest === '' && name !== '' && (!inside || count === words.length)) {
      return { name, quantity: measure.quantity, unit: measure.unit };
    }
  }
  return inside ? null : parseCount(words);
}

/** "Eggs x2", "Eggs 2x", "Eggs: 2". */
function parseCount(words: readonly string[]): IngredientParts | null {
  const last = words.at(-1) ?? '';
  const name = toName(words.slice(0, -1).join(' '));
  const times = /^[x×](?<after>\d{1,3})$|^(?<before>\d{1,3})[x×]$/iu.exec(last)?.groups;
  const quantity = times?.after ?? times?.before ?? (isNumber(last) && last.length <= 2 ? last : null);
  if (!quantity || name === '' || KIND.test(name)) return null;
  return { name, quantity, unit: MISSING };
}

function toName(text: string): string {
  const name = text.trim().replace(ABOUT, '');
  return /[:,–—-]$/u.test(name) ? name.slice(0, -1).trim() : name;
}
