import { readTags } from './html.ts';
import type { Node } from './json-ld.ts';

type Item = Map<string, unknown[]>;

/** An element that is not closed yet. */
type Element = {
  readonly name: string;
  /** The item that it begins. */
  readonly item: Item | null;
  /** The properties that the item or the content is a value of, and the place in `parts` where the content begins. */
  readonly properties: readonly string[];
  readonly start: number;
};

const VOID = new Set('area base br col embed hr img input link meta source track wbr'.split(' '));
/** These end where the next one of them begins. */
const LISTED = new Set(['p', 'li', 'dt', 'dd', 'tr', 'td', 'th']);
const ADDRESSES = new Set(['img', 'audio', 'video', 'source', 'iframe', 'embed', 'track']);
/** The text of a link is its value, unless the property is an address. */
const ADDRESS = /(?:url|image|photo|video|thumbnail)$/iu;
/** Elements inside each other whose texts are values; further ones are a part of the last. */
const MAX_NESTED = 10;
const MENTIONS_RECIPE = /(?:schema|data-vocabulary)\.org\/Recipe\b|\btypeof=["']?(?:schema:|v:)?Recipe\b/iu;

/**
 * The items of a page that are written as microdata or RDFa, in the form of JSON-LD. Values are HTML, because steps are
 * paragraphs of one value. Without a recipe there are none.
 * Source: https://html.spec.whatwg.org/multipage/microdata.html and https://www.w3.org/TR/rdfa-lite/
 */
export function readMicrodata(html: string): Node[] {
  if (!MENTIONS_RECIPE.test(html)) return [];
  const nodes: Node[] = [];
  const parts: string[] = [];
  const open: Element[] = [];
  const openNames = new Map<string, number>();
  const parents: Item[] = [];
  let nested = 0;

  const closeLast = (): void => {
    const last = open.pop();
    if (!last) return;
    openNames.set(last.name, (openNames.get(last.name) ?? 1) - 1);
    if (last.item) {
      parents.pop();
      const node = Object.fromEntries(last.item);
      if (parents.length > 0 && last.properties.length > 0) add(parents.at(-1), last.properties, node);
      else nodes.push(node);
    } else if (last.properties.length > 0) {
      nested -= 1;
      add(parents.at(-1), last.properties, parts.slice(last.start).join(''));
    }
  };
  readTags(html, {
    open: (name, attributes) => {
      const top = open.at(-1)?.name ?? '';
      if (LISTED.has(name) && (top === name || (/^d[dt]$/u.test(top) && /^d[dt]$/u.test(name)))) closeLast();
      const parent = parents.at(-1);
      const names = wordsOf(attributes.get('itemprop') ?? attributes.get('property'));
      const value = names.length > 0 ? attributeValue(name, names, attributes) : null;
      if (value !== null) add(parent, names, value);
      parts.push(`<${name}>`);
      if (VOID.has(name)) return;
      const item = value === null ? beginItem(attributes) : null;
      const isText = parent !== undefined && value === null && nested < MAX_NESTED;
      const properties = item || isText ? names : [];
      if (item) parents.push(item);
      else if (properties.length > 0) nested += 1;
      open.push({ name, item, properties, start: parts.length });
      openNames.set(name, (openNames.get(name) ?? 0) + 1);
    },
    text: (data) => void parts.push(data.replaceAll('&', '&amp;').replaceAll('<', '&lt;')),
    close: (name) => {
      if (!openNames.get(name)) return;
      while (open.at(-1)?.name !== name) closeLast();
      closeLast();
      parts.push(`</${name}>`);
    },
  });
  while (open.length > 0) closeLast();
  return nodes;
}

function beginItem(attributes: ReadonlyMap<string, string>): Item | null {
  const types = wordsOf(attributes.get('itemtype') ?? attributes.get('typeof'));
  if (types.length === 0 && !attributes.has('itemscope')) return null;
  const id = attributes.get('itemid') ?? attributes.get('resource');
  const item: Item = new Map([['@type', types]]);
  if (id) item.set('@id', [id]);
  return item;
}

/** The value that the element has as an attribute; null if its content is the value. */
function attributeValue(
  name: string,
  [property = '']: readonly string[],
  attributes: ReadonlyMap<string, string>,
): string | null {
  const isLink = name === 'link' || ((name === 'a' || name === 'area') && ADDRESS.test(property));
  const address = ADDRESSES.has(name) ? attributes.get('src') : isLink ? attributes.get('href') : undefined;
  const attribute = { time: 'datetime', data: 'value', meter: 'value' }[name];
  const written = attribute === undefined ? undefined : attributes.get(attribute);
  const value = attributes.get('content') ?? address ?? written;
  return value?.trim() ? value : null;
}

function wordsOf(text: string | undefined): string[] {
  return text?.split(/\s+/u).filter(Boolean) ?? [];
}

function add(item: Item | undefined, names: readonly string[], value: unknown): void {
  if (!item) return;
  for (const name of names) {
    const known = item.get(name);
    if (known) known.push(value);
    else item.set(name, [value]);
  }
}
