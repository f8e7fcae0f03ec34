import { cleanLine, collapseSpaces, MISSING, type ParsedLine, readIngredientHeading } from './line-text.ts';
import {
  beginsWithMeasureUnit,
  beginsWithNumber,
  HALF_OF,
  isNumber,
  joinRange,
  type Measure,
  NUMBER_WORD,
  readAlternative,
  readMeasure,
  readNumber,
  readQuantity,
} from './quantity.ts';
import { splitUnit, type UnitSplit, withoutOf } from './units.ts';

type IngredientParts = { name: string; quantity: string; unit: string };

/** Longer lines are a text that was pasted by mistake. */
const MAX_CHARACTERS = 1_000;

/** `name, quantity, unit`, or a free line such as "2 cups flour, sifted". */
export function parseIngredientLine(line: string): ParsedLine {
  const text = toOneCell(line);
  if (text === '') return null;
  const heading = readIngredientHeading(text) ?? readIngredientHeading(collapseSpaces(line));
  if (heading !== null) return { isHeading: true, name: heading, quantity: MISSING, unit: MISSING };
  if (text.length > MAX_CHARACTERS) {
    return { isHeading: false, name: text, quantity: MISSING, unit: MISSING };
  }
  return { isHeading: false, ...(parseListedText(text) ?? parseFreeText(text)) };
}

/** The cells of a spreadsheet are separated by tabs. */
function toOneCell(line: string): string {
  const cells = line.split('\t').map(cleanLine).filter(Boolean);
  return cells.join(beginsWithNumber(cells[0] ?? '') ? ' ' : ', ');
}

/** The comma of a decimal such as "3,5" separates nothing. */
const SEPARATOR = /(?<!\d),|,(?!\d)/u;

/**
 * The specification's `name, quantity, unit`, split from the right, so that a name may hold a comma. Missing parts are
 * "N/A". Null for a line without a quantity in its place.
 */
function parseListedText(text: string): IngredientParts | null {
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
  if (readQuantity(text)) return null;
  const measure = readMeasure(quantity);
  // "Steak, 1 inch thick".
  if (measure && LENGTH.test(measure.unit) && measure.rest !== '') return null;
  const second = measure && readAlternative(measure.rest);
  const size = second?.rest === '' ? `(${second.measure})` : measure?.rest;
  if (!measure || !/^(?:\(.*\))?$/u.test(size ?? '')) return { name, quantity, unit: toUnit(unit) };
  const fullName = `${name} ${size}`.trim() + (unit === '' ? '' : `, ${unit}`);
  return { name: fullName, quantity: measure.quantity, unit: measure.unit };
}

const LENGTH = /^(?:inch(?:es)?|in|["″”]|cm|mm)\.?$/iu;

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

/** A line that a cook wrote: "2 cups flour, sifted". The words of the name stay as they are. */
function parseFreeText(written: string): IngredientParts {
  const noted = NOTE.exec(written);
  const parts = noted && parseFromQuantity(written.slice(noted[0].length));
  if (parts) return { ...parts, name: `${parts.name} (${noted.groups?.note ?? ''})` };
  const text = joinRange(
    removeComma(written).replace(ABOUT, '').replace(ADJECTIVE_FIRST, '$<number> $<adjective> '),
  );
  return (
    parseFromQuantity(text) ?? parseTrailing(text) ?? { name: written, quantity: MISSING, unit: MISSING }
  );
}

function removeComma(text: string): string {
  return text.endsWith(',') ? text.slice(0, -1).trimEnd() : text;
}

/** Null if the line does not begin with a quantity, also where it is a part of the name, as in "7UP". */
function parseFromQuantity(text: string): IngredientParts | null {
  const found = readCount(text) ?? readQuantity(text);
  if (!found) return null;
  const { quantity } = found;
  const afterNumber = removeCommaBefore(found.rest);
  const inches = /^["″”] ?/u.exec(afterNumber)?.[0];
  if (inches) return withName({ name: afterNumber.slice(inches.length), quantity, unit: '"' });
  const size = readSize(afterNumber);
  const afterSize = size?.rest ?? removeOf(afterNumber.replace(/^-/u, '').trimStart());
  const separated = separateUnit(afterSize);
  const beginning = splitUnit(separated.text);
  const split = beginning && !isShapeInName(quantity, beginning) ? beginning : null;
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
  const alternative = split ? separated.alternative : '';
  const sizes = [size?.text ?? '', alternative, ...later.sizes].filter(Boolean).map((each) => `(${each})`);
  const description = rest.replace(/^[-–,|] /u, '').trim();
  if (/\p{L}/u.test(description)) return { name: [description, ...sizes].join(' '), quantity, unit };
  // "4 rolls (large)".
  return withName({ name: afterSize, quantity, unit: MISSING });
}

/** "½ of an orange" is "orange"; "⅓ de xícara" has a unit, but "4 de arbol chiles" are chiles. */
function removeOf(text: string): string {
  const rest = withoutOf(text);
  return splitUnit(rest) ? rest : text.replace(/^(?:of (?:one |1 )?)?(?:an? )?/iu, '');
}

/** "1, 14 oz can" and "1½, cups flour" are written without their comma. */
function removeCommaBefore(afterNumber: string): string {
  const rest = afterNumber.replace(/^ ?, /u, ' ');
  return /^ \p{L}/u.test(rest) || readMeasure(rest.trimStart()) ? rest : afterNumber;
}

/** "4 ½-inch-thick slices": several pieces and their size. "2 ½-inch piece" has one piece of 2½ inches. */
const COUNT_AND_SIZE =
  /^(?<count>(?:[2-9]|\d\d) )(?=(?:\d\/\d{1,2}|[½⅓⅔¼¾⅛])-?(?:inch|in|cm|mm)(?:-thick)? (?!piece )(?:[\p{L}-]+ ){0,2}\p{L}+s(?: |,|$))/iu;

function readCount(text: string): { quantity: string; rest: string } | null {
  const count = COUNT_AND_SIZE.exec(text)?.groups?.count;
  return count ? { quantity: count.trim(), rest: text.slice(count.length - 1) } : null;
}

/** Words of shapes that begin the names of foods too. */
const SHAPE =
  /(?:^| )(?:ball|bar|blade|block|bottle|branch|bulb|chunk|cube|drop|ear|fillet|head|knob|leaf|link|loaf|nest|pat|pot|rack|rib|roll|round|sheet|slab|spear|square|stalk|stem|stick|strip|thumb|tube|wedge)$/iu;
const ABOVE_ONE = /^(?!\d+ ?\/)(?:[2-9]|\d\d|1 ?[-–]|1 (?:to|or) )/u;
const PLURAL_SOON = /^(?:[\p{L}’'-]+ ){0,2}[\p{L}’'-]*[^s\W]s(?![\p{L}])/u;

/** "2 strips bacon" are strips, but "2 strip steaks" are steaks: after a number above one, the shape has no plural. */
function isShapeInName(quantity: string, { unit, rest }: UnitSplit): boolean {
  return ABOVE_ONE.test(quantity) && SHAPE.test(unit) && PLURAL_SOON.test(rest);
}

function withName(parts: IngredientParts): IngredientParts | null {
  return /\p{L}/u.test(parts.name) ? parts : null;
}

/** "g/5¼oz butter" and "cup, packed, sugar" would be read as units; they are "g butter" and "cup packed, sugar". */
function separateUnit(text: string): { text: string; alternative: string } {
  const unit = /^[\p{L}.]{1,20}/u.exec(text)?.[0] ?? '';
  const rest = text.slice(unit.length);
  if (rest.startsWith(', ') && beginsWithMeasureUnit(unit) && !splitUnit(text)) {
    return { text: unit + rest.slice(1), alternative: '' };
  }
  const found = readAlternative(rest);
  return found ? { text: `${unit} ${found.rest}`, alternative: found.measure } : { text, alternative: '' };
}

/** "1 lb 2 oz", "1 cup plus 2 tbsp": the second measure is a part of the unit. */
function readWholeUnit(unit: string, rest: string): { unit: string; rest: string } {
  const plus = PLUS.exec(rest)?.[0] ?? '';
  const second =
    plus || beginsWithMeasureUnit(unit) ? readSecondMeasure(rest.slice(plus.length), plus) : null;
  if (!second) return { unit, rest };
  return { unit: `${unit} ${plus}${second.text}`, rest: withoutOf(second.rest) };
}

/** Reads a second measure. Only after a "plus" may it have any unit: "2 msk + 1 nypa socker". */
function readSecondMeasure(text: string, plus: string): Pick<Measure, 'text' | 'rest'> | null {
  const measure = readMeasure(text);
  const number = measure || !plus ? null : readNumber(text);
  const split = number && splitUnit(number.rest.trimStart());
  if (!number || !split) return measure;
  return { text: `${number.quantity} ${split.unit}`, rest: split.rest };
}

const TIMES = /^ ?(?:x(?=[ \d½¼¾⅓⅔])|[×*]) ?/iu;
const SIZE = /^\((?<size>[^()]{1,80})\) ?/u;

/** The size of each piece before its unit: "(14 oz) can", "x 400g tins", "14-oz can". */
function readSize(text: string): Pick<Measure, 'text' | 'rest'> | null {
  const times = TIMES.exec(text)?.[0];
  const after = text.slice(times?.length ?? 0).trimStart();
  const inParentheses = SIZE.exec(after);
  if (inParentheses?.groups?.size) {
    return { text: inParentheses.groups.size, rest: after.slice(inParentheses[0].length) };
  }
  const measured = readMeasuredSize(after);
  if (!measured) return times ? { text: '', rest: after } : null;
  const second = SIZE.exec(measured.rest);
  if (!second?.groups?.size) return measured;
  return { text: `${measured.text}, ${second.groups.size}`, rest: measured.rest.slice(second[0].length) };
}

/** The sizes after the unit: "(14 oz) tomatoes", "de 50 g (2 oz) de soupe", "/ 8 oz flour". */
function readLaterSizes(text: string, { hasUnit }: { hasUnit: boolean }): { sizes: string[]; rest: string } {
  const measured = hasUnit ? readMeasuredSize(text) : null;
  const afterMeasured = measured?.rest ?? text;
  const inParentheses = SIZE.exec(afterMeasured);
  const afterSize = afterMeasured.slice(inParentheses?.[0].length ?? 0);
  const alternative = readAlternative(afterSize);
  const rest = alternative?.rest ?? afterSize;
  const sizes = [measured?.text ?? '', inParentheses?.groups?.size ?? '', alternative?.measure ?? ''].filter(
    Boolean,
  );
  return { sizes, rest: sizes.length > 0 ? withoutOf(rest) : rest };
}

function readMeasuredSize(text: string): Pick<Measure, 'text' | 'rest'> | null {
  const measure = readMeasure(text);
  if (!measure) return null;
  // "150g-200g".
  const range = /^[-–] ?/u.exec(measure.rest)?.[0];
  const second = range ? readMeasure(measure.rest.slice(range.length)) : null;
  const rest = second?.rest ?? measure.rest;
  const afterAlternative = readAlternative(rest)?.rest ?? rest;
  return { text: text.slice(0, text.length - afterAlternative.length).trim(), rest: afterAlternative };
}

/** "1 cup / 240 ml" has five. */
const MAX_WORDS = 5;

const VAGUE_UNIT =
  /^(?:(?:small|large|big|good|generous|flinke|grosse) )?(?:pinch|dash|handful|splash|drizzle|knob|squeeze|dollop|glug|sprinkle|grating|bunch|prise|schuss|handvoll|spritzer|pincée|poignée|filet d|snui?fje|snuf|scheut(?:je)?|handje(?:vol)?|handvol|klontje|nypa|näve|klype|neve|nip|knivspids|håndfuld|skvätt|pizca|puñado|chorrito|chorro|pizzico|manciata|ciuffo|pitada|punhado|szczypta|garść|špetka|štipka|hrst|hrsť|csipet|marék|praf|ripaus|prstohvat|πρέζα|щепотка)(?!\p{L})/iu;
const FEW =
  /^(?:(?:a )?few|(?:a )?couple(?: of)?|several|einige|ein paar|quelques|qqs?|qlq|enkele|(?:een )?paar|un[oa]s|u[nm] par de|alcun[ei]|qualche|algun[oa]s|algumas|alguns|några|ett par|et par|noen|nogle|kilka|několik|pár|néhány|câteva|muutama|несколько) /iu;
const FROM = new RegExp(
  String.raw` (?:of|from|von|vom|de|di|da|van|av|af|fra|från|z|ze) (?=[\d½⅓⅔¼¾]|${HALF_OF}|(?!an? )${NUMBER_WORD} )|(?<=^(?:[\p{L}]+ ){0,3}(?:zest|juice|peel|rind)) (?:(?=[\d½⅓⅔¼¾])|of (?=an? ))`,
  'iu',
);
const ABOUT_AT_END =
  / (?:about|approx\.?|circa|cca\.?|ca\.?|etwa|ungefähr|environ|ongeveer|aprox\.?|około)$/iu;
const KIND = /\b(?:type|typ|no\.?|nr\.?|grade)$/iu;

/** "Head of kale"; but "rib of beef" is the food. */
const UNIT_OF = /^(?!(?:rib|rack|fillet))(?:[\p{L}-]+ ){1,2}of \p{L}/iu;

/** A line that begins with a word: "Butter 100g", "Eggs x2", "Pinch of salt", "Juice of 1 lemon". */
function parseTrailing(text: string): IngredientParts | null {
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
  // "¼ of 2 onions" is half an onion.
  const from = beginsWithNumber(text) ? null : FROM.exec(text);
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
    if (!measure || name === '' || (inside && count !== words.length)) continue;
    const second = measure.rest === '' ? null : readAlternative(measure.rest);
    if (measure.rest !== '' && second?.rest !== '') continue;
    const fullName = second ? `${name} (${second.measure})` : name;
    return { name: fullName, quantity: measure.quantity, unit: measure.unit };
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
  const name = text.trim().replace(ABOUT_AT_END, '');
  return name.replace(/ ?(?:[:,–—-]| [x×])$/u, '');
}
