import { toLines, toText } from '../page/html.ts';
import { asList, isNode, type Node, property, rawText } from '../page/json-ld.ts';
import { parseEntry } from '../parse-entry.ts';
import { type RecipeContent, recipeLimits } from '../recipe-content.ts';
import { type FieldContext, fitList, fitText, type Report } from './report.ts';

type Ingredient = RecipeContent['ingredients'][number];

type Heading = { readonly heading: string };

const FIELD = 'ingredients';

/** Each line through the parser of the paste box, which keeps headings such as "For the sauce:" out. */
export function readIngredients(recipe: Node, { report, resolve }: FieldContext): Ingredient[] {
  const values = asList(property(recipe, 'recipeIngredient', 'ingredients')).map(resolve);
  const kept = fitList(
    linesOf(values),
    { field: FIELD, name: 'ingredients', max: recipeLimits.ingredients },
    report,
  );
  const parsed = kept.flatMap((line) => parseLine(line));
  const headings = parsed.flatMap((one) => ('heading' in one ? one.heading : []));
  if (headings.length > 0) report(FIELD, 'Headings between ingredients were left out.', headings.join(', '));
  const ingredients = parsed.flatMap((one) => ('heading' in one ? [] : fitIngredient(one, report)));
  if (ingredients.length === 0) report(FIELD, 'No ingredients were found.');
  return ingredients;
}

/** A single text has its ingredients on lines; in a list each item is one. */
function linesOf(values: readonly unknown[]): (string | Ingredient)[] {
  if (values.length === 1 && typeof values[0] === 'string') return toLines(values[0]);
  return values.flatMap((value) => {
    if (!isNode(value)) return splitItem(rawText(value));
    return readObject(value) ?? [];
  });
}

/** Usually one line. Some sites print several ingredients as one item, each beginning with its number. */
function splitItem(text: string): string[] {
  const lines = toLines(text);
  const isSeveral = lines.filter((line) => /^[\d½¼¾⅓⅔⅛][^\n]*\p{L}/u.test(line)).length > 1;
  if (isSeveral && !lines.some((line) => /^[\d\s./½¼¾⅓⅔⅛-]+$/u.test(line))) return lines;
  return lines.length === 0 ? [] : [lines.join(' ')];
}

/**
 * An object with a name and an amount: a PropertyValue, HowToSupply or a recipe manager's own. With `unit_type` its
 * parts are those of our own content, and nothing is parsed.
 */
function readObject(value: Node): string | Ingredient | null {
  const text = (...names: string[]) => toText(rawText(property(value, ...names), 'value'));
  const name = toText(rawText(value, 'name', 'text', 'item', 'ingredient', 'food'));
  const is_primary = value.is_primary !== false;
  if (name !== '' && Object.hasOwn(value, 'unit_type')) {
    return { name, quantity: text('quantity'), unit_type: text('unit_type'), is_primary };
  }
  const amount = property(value, 'amount', 'quantity', 'requiredQuantity', 'value');
  if (name === '' || amount === undefined) return name || null;
  const quantity = toText(rawText(amount, 'value'));
  const unit =
    text('unit', 'unitText') || (isNode(amount) ? toText(rawText(property(amount, 'unitText'))) : '');
  return unit === '' ? `${quantity} ${name}` : { name, quantity, unit_type: unit, is_primary };
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
