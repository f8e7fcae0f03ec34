import { type IngredientParts, MISSING } from '../parsed-line.ts';
import { beginsWithMeasureUnit, readMeasure, removeAlternative } from './measure.ts';
import { HALF_OF } from './number-words.ts';
import { isNumber, readQuantity } from './quantity-text.ts';
import { splitUnit, withoutOf } from './units.ts';

/** "1 cup / 240 ml" has five. */
const MAX_WORDS = 5;

const VAGUE_UNIT =
  /^(?:(?:small|large|big|good|generous|flinke|grosse) )?(?:pinch|dash|handful|splash|drizzle|knob|squeeze|dollop|glug|sprinkle|grating|bunch|prise|schuss|handvoll|spritzer|pincée|poignée|filet d|snui?fje|snuf|scheut(?:je)?|handje(?:vol)?|handvol|klontje|nypa|näve|klype|neve|nip|knivspids|håndfuld|skvätt|pizca|puñado|chorrito|chorro|pizzico|manciata|ciuffo|pitada|punhado|szczypta|garść|špetka|štipka|hrst|hrsť|csipet|marék|praf|ripaus|prstohvat|πρέζα|щепотка)(?!\p{L})/iu;
const FEW =
  /^(?:(?:a )?few|(?:a )?couple(?: of)?|several|einige|ein paar|quelques|qqs?|qlq|enkele|(?:een )?paar|un[oa]s|u[nm] par de|alcun[ei]|qualche|algun[oa]s|algumas|alguns|några|ett par|et par|noen|nogle|kilka|několik|pár|néhány|câteva|muutama|несколько) /iu;
const FROM = new RegExp(
  String.raw` (?:of|from|von|vom|de|di|da|van|av|af|fra|från|z|ze) (?=[\d½⅓⅔¼¾]|${HALF_OF})|(?<=^(?:[\p{L}]+ ){0,3}(?:zest|juice|peel|rind)) (?=[\d½⅓⅔¼¾])`,
  'iu',
);
const ABOUT = / (?:about|approx\.?|circa|cca\.?|ca\.?|etwa|ungefähr|environ|ongeveer|aprox\.?|około)$/iu;
const KIND = /\b(?:type|typ|no\.?|nr\.?|grade)$/iu;

/** "Head of kale"; but "rib of beef" is the food. */
const UNIT_OF = /^(?!(?:rib|rack|fillet))(?:[\p{L}-]+ ){1,2}of \p{L}/iu;

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
  const rest = text.slice(few.length);
  const split = few || VAGUE_UNIT.test(text) || UNIT_OF.test(text) ? splitUnit(rest) : null;
  if (split) return { name: split.rest, quantity: few.trim() || MISSING, unit: split.unit };
  return few && /^\p{L}/u.test(rest) ? { name: withoutOf(rest), quantity: few.trim(), unit: MISSING } : null;
}

function parseSource(text: string): IngredientParts | null {
  const from = FROM.exec(text);
  const found = from && readQuantity(text.slice(from.index + from[0].length));
  const rest = found?.rest.trimStart() ?? '';
  // "Chocolat de 70 %" and "pieces of 200 g" name a kind.
  if (!found || !/^\p{L}/u.test(rest) || beginsWithMeasureUnit(rest)) return null;
  const split = splitUnit(rest);
  const name = `${text.slice(0, from.index)}${from[0]}${split?.rest ?? withoutOf(rest)}`;
  return { name, quantity: found.quantity, unit: split?.unit ?? MISSING };
}

function parseEnd(text: string): IngredientParts | null {
  const inside = / \((?<inside>[^()]{1,40})\)$/u.exec(text);
  const words = (inside?.groups?.inside ?? text).split(' ');
  const before = inside ? text.slice(0, inside.index) : '';
  // "Milk ¼ cup (60 ml)".
  const found = inside && parseEnd(before);
  if (found) return { ...found, name: `${found.name}${inside[0]}` };
  for (let count = Math.min(MAX_WORDS, words.length); count > 0; count -= 1) {
    const measure = readMeasure(words.slice(-count).join(' '));
    const name = toName(before + words.slice(0, -count).join(' '));
    if (
      measure &&
      removeAlternative(measure.rest) === '' &&
      name !== '' &&
      (!inside || count === words.length)
    ) {
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
  if (!quantity || quantity === '0' || name === '' || KIND.test(name)) return null;
  return { name, quantity, unit: MISSING };
}

function toName(text: string): string {
  const name = text.trim().replace(ABOUT, '');
  return name.replace(/ ?(?:[:,–—-]| [x×])$/u, '');
}
