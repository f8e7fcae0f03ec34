import { type IngredientParts, MISSING } from '../parsed-line.ts';
import { beginsWithMeasureUnit, type Measure, readMeasure, removeAlternative } from './measure.ts';
import { readNumber, readQuantity } from './quantity-text.ts';
import { readLaterSizes, readSize } from './sizes.ts';
import { parseTrailing } from './trailing-quantity.ts';
import { splitUnit, withoutOf } from './units.ts';

const BEFORE_NUMBER = String.raw`(?=[\d½⅓⅔¼¾⅛])`;
const ABOUT = new RegExp(
  String.raw`^(?:about|approximately|approx\.?|around|roughly|circa|cca\.?|ca\.?|etwa|ungefähr|environ|env\.|up to|at (?:least|most)|min(?:imum|destens|d\.|\.)|almost|nearly|ongeveer|plm\.?|omkring|cirka|aproximadamente|aprox\.?|un[oa]s|cerca de|około|ok\.|asi|kb\.?|noin|n\.|~|≈) ?${BEFORE_NUMBER}`,
  'iu',
);
/** "Scant 1 cup" is "1 scant cup". */
const ADJECTIVE_FIRST =
  /^(?:an? )?(?<adjective>scant|generous|heaped|heaping|rounded|level|good) (?<number>[\d½⅓⅔¼¾⅛/ ]+) /iu;
/** "Optional: 1 tsp chilli" and "Je 1 TL Salz". */
const NOTE = new RegExp(
  String.raw`^(?<note>(?:optional|opcional|opzionale|facultatif|facultativo|facoltativo|optioneel|valfritt|valgfritt|volitelně|opcjonalnie|for|für|pour|para|per|till|voor)(?!\p{L})[^:\d]{0,40}(?=: )|optional|plus|je|jeweils|knapp|gut|evtl\.?|eventuell|event\.|ev\.?|evt\.?):? ${BEFORE_NUMBER}`,
  'iu',
);
const PLUS = /^(?:plus|and|und|et|och|og|e|y|en|or|oder|to|bis|\+) /iu;
/** "75g-110g" is "75-110g". */
const SAME_UNIT_TWICE =
  /^(?<first>[\d.,½¼¾]+) ?(?<unit>\p{L}+)(?<range> ?[-–] ?)(?=[\d.,½¼¾]+ ?\k<unit>(?!\p{L}))/u;

/** A line that a cook wrote: "2 cups flour, sifted". The words of the name stay as they are. */
export function parseFreeText(written: string): IngredientParts {
  const noted = NOTE.exec(written);
  const parts = noted && parseFromQuantity(written.slice(noted[0].length));
  if (parts) return { ...parts, name: `${parts.name} (${noted.groups?.note ?? ''})` };
  const text = removeComma(written)
    .replace(ABOUT, '')
    .replace(ADJECTIVE_FIRST, '$<number> $<adjective> ')
    .replace(SAME_UNIT_TWICE, '$<first>$<range>');
  return (
    parseFromQuantity(text) ?? parseTrailing(text) ?? { name: written, quantity: MISSING, unit: MISSING }
  );
}

function removeComma(text: string): string {
  return text.endsWith(',') ? text.slice(0, -1).trimEnd() : text;
}

/** Null if the line does not begin with a quantity, also where it is a part of the name, as in "7UP". */
function parseFromQuantity(text: string): IngredientParts | null {
  const found = readQuantity(text);
  if (!found) return null;
  const { quantity, rest: afterNumber } = found;
  const inches = /^["″”] ?/u.exec(afterNumber)?.[0];
  if (inches) return withName({ name: afterNumber.slice(inches.length), quantity, unit: '"' });
  const size = readSize(afterNumber);
  const afterSize = size?.rest ?? withoutOf(afterNumber.replace(/^-/u, '').trimStart()).replace(/^an? /u, '');
  const split = splitUnit(separateUnit(afterSize));
  // "½lemon" is half a lemon.
  const isFraction = /\D$/u.test(quantity) && /^\p{L}/u.test(afterNumber);
  const isAttached = !size && !isFraction && !/^[ (/]/u.test(afterNumber);
  const isWord = afterNumber.startsWith('-') && !beginsWithMeasureUnit(afterSize);
  if (isAttached && (!split || isWord)) return null;
  const first = split ? readWholeUnit(split.unit, split.rest) : { unit: MISSING, rest: afterSize };
  const later = readLaterSizes(first.rest, { hasUnit: split !== null });
  // "½ cup (1 stick) plus 2 tbsp butter".
  const { unit, rest } =
    split && later.sizes.length > 0 ? readWholeUnit(first.unit, later.rest) : { ...first, rest: later.rest };
  const sizes = [size?.text ?? '', ...later.sizes].filter(Boolean).map((each) => `(${each})`);
  const description = rest.replace(/^[-–,|] /u, '').trim();
  if (/\p{L}/u.test(description)) return { name: [description, ...sizes].join(' '), quantity, unit };
  // "4 rolls (large)".
  return withName({ name: afterSize, quantity, unit: MISSING });
}

function withName(parts: IngredientParts): IngredientParts | null {
  return /\p{L}/u.test(parts.name) ? parts : null;
}

/** "g/5¼oz butter" and "cup, packed, sugar" would be read as units; they are "g butter" and "cup packed, sugar". */
function separateUnit(text: string): string {
  const unit = /^[\p{L}.]{1,20}/u.exec(text)?.[0] ?? '';
  const rest = text.slice(unit.length);
  if (rest.startsWith(', ') && beginsWithMeasureUnit(unit) && !splitUnit(text)) return unit + rest.slice(1);
  const after = removeAlternative(rest);
  return after === rest ? text : `${unit} ${after}`;
}

/** "1 lb 2 oz", "1 cup plus 2 tbsp": the second measure is a part of the unit. */
function readWholeUnit(unit: string, rest: string): { unit: string; rest: string } {
  const plus = PLUS.exec(rest)?.[0] ?? '';
  const second =
    plus || beginsWithMeasureUnit(unit) ? readSecondMeasure(rest.slice(plus.length), plus) : null;
  if (!second) return { unit, rest };
  return { unit: `${unit} ${plus}${second.text}`, rest: withoutOf(second.rest) };
}

/** Only after a "plus" with any unit: "2 msk + 1 nypa socker". */
function readSecondMeasure(text: string, plus: string): Pick<Measure, 'text' | 'rest'> | null {
  const measure = readMeasure(text);
  const number = measure || !plus ? null : readNumber(text);
  const split = number && splitUnit(number.rest.trimStart());
  if (!number || !split) return measure;
  return { text: `${number.quantity} ${split.unit}`, rest: split.rest };
}
