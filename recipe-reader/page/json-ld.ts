/** An object of JSON-LD. */
export type Node = Readonly<Record<string, unknown>>;

const PREFIXES = ['', 'schema:', 'http://schema.org/', 'https://schema.org/'];

/** Whether a value is an object, and no array. */
export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Its own property, with or without the vocabulary's prefix; undefined if it is missing, null or empty. */
export function property(node: Node, ...names: readonly string[]): unknown {
  for (const name of names) {
    for (const prefix of PREFIXES) {
      const value = Object.hasOwn(node, prefix + name) ? node[prefix + name] : undefined;
      if (!isEmpty(value)) return value;
    }
  }
  return undefined;
}

/** Whether its `@type` is, or contains, `name`: "Recipe", "schema:Recipe", "http://schema.org/Recipe". */
export function hasType(node: Node, name: string): boolean {
  if (!Object.hasOwn(node, '@type')) return false;
  const wanted = name.toLowerCase();
  return asList(node['@type']).some(
    (type) => typeof type === 'string' && lastPart(type).toLowerCase() === wanted,
  );
}

/** The items of lists in lists; a single value is a list of one. Of a JSON-LD list, its items. */
export function asList(value: unknown): unknown[] {
  if (isEmpty(value)) return [];
  if (Array.isArray(value)) return value.flatMap(asList);
  if (isNode(value)) {
    const items = property(value, '@list', '@set');
    if (items !== undefined) return asList(items);
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
