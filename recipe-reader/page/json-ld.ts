/** An object of JSON-LD. */
export type Node = Readonly<Record<string, unknown>>;

const PREFIXES = ['schema:', 'http://schema.org/', 'https://schema.org/'];

/** Whether a value is an object, and no array. */
export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Names of the ingredients and of the steps of a recipe, as schema.org, its older versions and Recipe Keeper write them. */
export const INGREDIENTS = ['recipeIngredient', 'ingredients', 'recipeIngredients', 'ingredient'];
export const STEPS = ['recipeInstructions', 'instructions', 'recipeDirections', 'directions'];

/** Its own property, in any case, with or without the vocabulary's prefix; undefined if it is missing, null or empty. */
export function property(node: Node, ...names: readonly string[]): unknown {
  const keys = Object.keys(node).filter((key) => !isEmpty(node[key]));
  for (const name of names) {
    const key = keys.find((one) => one === name) ?? keys.find((one) => localName(one) === name.toLowerCase());
    if (key !== undefined) return node[key];
  }
  return undefined;
}

/** The name of a property in lower case, without the vocabulary's prefix. */
export function localName(key: string): string {
  const prefix = PREFIXES.find((one) => key.startsWith(one)) ?? '';
  return key.slice(prefix.length).toLowerCase();
}

/** Whether its `@type` is, or contains, `name`: "Recipe", "schema:Recipe", "http://schema.org/Recipe". */
export function hasType(node: Node, name: string): boolean {
  const wanted = name.toLowerCase();
  return asList(property(node, '@type')).some(
    (type) => typeof type === 'string' && lastPart(type).toLowerCase() === wanted,
  );
}

/** The items of lists in lists; a single value is a list of one. Of a JSON-LD list, its items; so of PHP's `{"0": …}`. */
export function asList(value: unknown): unknown[] {
  if (isEmpty(value)) return [];
  if (Array.isArray(value)) return value.flatMap(asList);
  if (isNode(value)) {
    const items = property(value, '@list', '@set');
    if (items !== undefined) return asList(items);
    const keys = Object.keys(value);
    if (keys.length > 0 && keys.every((key, at) => key === String(at)))
      return Object.values(value).flatMap(asList);
  }
  return [value];
}

/** The first text or number of a value: of an object its `@value`, or the first of `names`. */
export function rawText(value: unknown, ...names: readonly string[]): string {
  for (const item of asList(value)) {
    if (typeof item === 'string' && item.trim() !== '') return item;
    if (typeof item === 'number') return String(item);
    if (!isNode(item)) continue;
    const inside = property(item, '@value', ...names);
    const text = inside === undefined ? '' : rawText(inside, ...names);
    if (text !== '') return text;
  }
  return '';
}

/** What follows the last slash, colon or hash of an address. */
export function lastPart(address: string): string {
  const text = address.trim().replace(/\/$/u, '');
  return text.slice(Math.max(text.lastIndexOf('/'), text.lastIndexOf(':'), text.lastIndexOf('#')) + 1);
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  if (typeof value === 'string') return value.trim() === '';
  return Array.isArray(value) && value.every(isEmpty);
}
