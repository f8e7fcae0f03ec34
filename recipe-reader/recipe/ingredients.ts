import { MISSING } from '../lines/line-text.ts';
import { beginsWithMeasureUnit, beginsWithNumber, readMeasure } from '../lines/quantity.ts';
import { toLines, toText } from '../page/html.ts';
import { asList, INGREDIENTS, isNode, type Node, property, rawText } from '../page/json-ld.ts';
import { parseEntry } from '../parse-entry.ts';
import { type RecipeContent, recipeLimits } from '../recipe-content.ts';
import { type FieldContext, fitList, fitText, type Report } from './report.ts';

type Ingredient = RecipeContent['ingredients'][number];

type Heading = { readonly heading: string };

const FIELD = 'ingredients';

/** Each line through the parser of the paste box, which keeps headings such as "For the sauce:" out. */
export function readIngredients(recipe: Node, { report, resolve }: FieldContext): Ingredient[] {
  // A page may have them as one text beside the list.
  const lists = INGREDIENTS.map((name) => asList(property(recipe, name)));
  const [longest = []] = lists.toSorted((one, other) => other.length - one.length);
  const values = longest.map(resolve);
  const kept = fitList(
    linesOf(values, report),
    { field: FIELD, name: 'ingredients', max: recipeLimits.ingredients },
    report,
  );
  const parsed = kept.flatMap((line) => parseLine(line));
  for (const line of kept)
    if (typeof line === 'string' && DATE.test(line)) report(FIELD, SPREADSHEET_DATE, line);
  const headings = parsed.flatMap((one) => ('heading' in one ? one.heading : []));
  if (headings.length > 0) report(FIELD, 'Headings between ingredients were left out.', headings.join(', '));
  const ingredients = parsed.flatMap((one) => ('heading' in one ? [] : fitIngredient(one, report)));
  if (ingredients.length === 0) report(FIELD, 'No ingredients were found.');
  return ingredients;
}

/** "1/2" is "01-Feb" after a spreadsheet has opened its file. */
const MONTH =
  'janv?|feb|fev|févr|mar|mars|mär|mrz|apr|avr|abr|may|mai|mei|juni?|juin|jul|juil|aug|août|ago|sept?|set|oct|okt|out|nov|dec|dez|déc|dic';
const DATE = new RegExp(
  String.raw`^(?:\d{1,2}(?:[-/]|\. ?)(?:${MONTH})(?![\p{L}])|(?:${MONTH})-\d{1,2}(?!\d)|\d{4}-\d\d-\d\d(?!\d))`,
  'iu',
);
const SPREADSHEET_DATE =
  'This looks like a fraction that a spreadsheet turned into a date: 1/2 becomes 01-Feb. Check its quantity.';

/** A single text has its ingredients on lines, or on one line; in a list each item is one. */
function linesOf(values: readonly unknown[], report: Report): (string | Ingredient)[] {
  if (values.length === 1 && typeof values[0] === 'string') {
    const lines = toLines(values[0]);
    return lines.length === 1 ? lines.flatMap((line) => splitList(line, report)) : lines;
  }
  return values.flatMap((value) => {
    if (!isNode(value)) return splitItem(rawText(value));
    return readObject(value);
  });
}

/** The comma of a decimal such as "3,5" separates nothing. */
const COMMA = /(?<!\d),|,(?!\d)/u;
const SIGN = /[;|•●▪]/u;
const SIZE_UNIT = /^(?:inch(?:es)?|in|["″”]|cm|mm)\.?$/iu;
const PREPARED = '(?:\\p{L}+ly )?(?:\\p{L}+(?<!se)ed|beaten|cut|torn|ge\\p{L}+t|\\p{L}+ée?s?)';
/** "Finely chopped", "geschält", "to taste" and "plus more for dusting" say more of the ingredient before them. */
const PREPARATION = new RegExp(
  `^${PREPARED}(?: (?:and|und|et) ${PREPARED})?$|^(?:to|for|or|and|plus|at|in|into|cut|with|without|about|such|if|as|each|more|optional|divided|preferably|zum|nach|für|pour|en)(?!\\p{L})|^(?:[\\p{L}-]+ ){1,6}\\p{L}+(?<!se)ed$`,
  'iu',
);
/** Longer texts are no list. */
const MAX_LIST = 5_000;

/**
 * All ingredients of a recipe in one line, split where each part reads as an ingredient and at least two have quantities.
 * A line that may be one ingredient stays whole, and the row says so.
 */
function splitList(line: string, report: Report): string[] {
  if (line.length > MAX_LIST) return [line];
  const signed = line.split(SIGN).map((part) => part.trim());
  // "8 oz | 230 g butter" has two measures.
  const isMeasured = signed.some((part) => readMeasure(part)?.rest === '');
  const listed = isMeasured ? [] : signed.filter((part) => /\p{L}/u.test(part));
  if (listed.length > 1) return listed;
  const parts: string[] = [];
  for (const part of line.split(COMMA).map((one) => one.trim())) {
    const last = parts.at(-1) ?? '';
    const isInParentheses = last.lastIndexOf('(') > last.lastIndexOf(')');
    if (last !== '' && (isInParentheses || !isIngredient(part))) parts.push(`${parts.pop()}, ${part}`);
    else parts.push(part);
  }
  if (parts.filter(beginsWithNumber).length > 1) {
    report(FIELD, 'These ingredients were on one line, which was split at its commas. Check them.', line);
    return parts;
  }
  const isListed = parseEntry(FIELD, line).some(
    ({ quantity, name }) => quantity !== MISSING && !name.includes(','),
  );
  if (parts.length > 2 && !isListed) {
    report(FIELD, 'This may be several ingredients on one line. Give each a line of its own.', line);
  }
  return [line];
}

/** "2 carrots" and "salt"; but not "400 g", "1 inch thick" or "1 beaten" after the name of another one. */
function isIngredient(part: string): boolean {
  if (!beginsWithNumber(part)) return /\p{L}/u.test(part) && !PREPARATION.test(part);
  return parseEntry(FIELD, part).some(
    ({ name, quantity, unit }) =>
      quantity !== MISSING &&
      !beginsWithMeasureUnit(name) &&
      !SIZE_UNIT.test(unit) &&
      !PREPARATION.test(name),
  );
}

/** Usually one line. Some sites print several ingredients as one item, each beginning with its number. */
function splitItem(text: string): string[] {
  const lines = toLines(text);
  const isSeveral = lines.filter((line) => /^[\d½¼¾⅓⅔⅛][^\n]*\p{L}/u.test(line)).length > 1;
  if (isSeveral && !lines.some((line) => /^[\d\s./½¼¾⅓⅔⅛-]+$/u.test(line))) return lines;
  return lines.length === 0 ? [] : [lines.join(' ')];
}

/**
 * An object with a name and an amount: a PropertyValue, HowToSupply or a recipe manager's own, whose unit and food may be
 * objects with a name, and whose title begins a section. With `unit_type` its parts are those of our own content, and
 * nothing is parsed.
 */
function readObject(value: Node): (string | Ingredient)[] {
  const text = (...names: string[]) => toText(rawText(property(value, ...names), 'value', 'name'));
  const food = text('name', 'item', 'ingredient', 'food');
  const line = text('text', 'display', 'originalText', 'original_text', 'original', 'note', 'title');
  const name = food || line;
  const is_primary = value.is_primary !== false;
  if (name !== '' && Object.hasOwn(value, 'unit_type')) {
    return [{ name, quantity: text('quantity'), unit_type: text('unit_type'), is_primary }];
  }
  const title = text('title');
  const heading = title === '' || title === line ? [] : [`${title}:`];
  if (food === '') return line === '' ? [] : [...heading, line];
  const amount = property(value, 'amount', 'quantity', 'requiredQuantity', 'value');
  const quantity = toText(rawText(amount, 'value')).replace(/^0$/u, '');
  const inside = isNode(amount) ? rawText(property(amount, 'unitText', 'unit'), 'name') : '';
  const unit = text('unit', 'unitText', 'unitOfMeasure', 'measure') || toText(inside);
  const note = text('note', 'notes', 'comment', 'preparation');
  const fullName = note === '' ? food : `${food}, ${note}`;
  if (unit === '') return [...heading, `${quantity} ${fullName}`];
  return [...heading, { name: fullName, quantity: quantity || MISSING, unit_type: unit, is_primary }];
}

function parseLine(line: string | Ingredient): (Ingredient | Heading)[] {
  if (typeof line !== 'string') return [line];
  return parseEntry(FIELD, line).map(({ isHeading, name, quantity, unit }) =>
    isHeading ? { heading: name } : { name, quantity, unit_type: unit, is_primary: true },
  );
}

function fitIngredient(one: Ingredient, report: Report): Ingredient {
  const fitOne = (text: string, name: string, max: number) =>
    fitText(text, { field: FIELD, name, max }, report);
  return {
    ...one,
    name: fitOne(one.name, 'An ingredient', recipeLimits.ingredientName),
    quantity: fitOne(one.quantity, 'A quantity', recipeLimits.quantity),
    unit_type: fitOne(one.unit_type, 'A unit', recipeLimits.unit),
  };
}
