import { comparable } from '../comparable.ts';
import { FREE_REFERENCED_SIZE, MAX_IMPORT_BYTES, MAX_REFERENCED_TIMES } from '../limits.ts';
import { Refusal, refusals } from '../refusal.ts';
import { toText } from './html.ts';
import {
  asList,
  hasType,
  INGREDIENTS,
  isNode,
  localName,
  type Node,
  property,
  rawText,
  STEPS,
} from './json-ld.ts';

export type FoundRecipes = { readonly recipes: readonly Node[]; readonly references: References };

/** Parts of a recipe that may hold further recipes. Its other parts name related ones at most. */
const PARTS = ['haspart', 'mainentity', 'itemlistelement', '@graph'];

/** Every recipe in the data, in its order, at any depth: in graphs, lists, `mainEntity` or `itemListElement`. */
export function findRecipes(documents: readonly unknown[]): FoundRecipes {
  const recipes: Node[] = [];
  const references = new References(documents);
  type Value = { value: unknown; isInside: boolean };
  const waiting: Value[] = [{ value: documents, isInside: false }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { value, isInside } = next;
    if (Array.isArray(value)) {
      for (let at = value.length - 1; at >= 0; at -= 1) waiting.push({ value: value[at], isInside });
    } else if (isNode(value)) {
      references.add(value);
      const isRecipe = hasType(value, 'Recipe');
      if (isRecipe && !isInside && !isReference(value)) recipes.push(value);
      for (const key of Object.keys(value).reverse()) {
        const isPart = !isRecipe || PARTS.includes(localName(key));
        waiting.push({ value: value[key], isInside: isInside || !isPart });
      }
    }
  }
  return { recipes, references };
}

/** The objects of one page or file, by their `@id`. */
export class References {
  readonly #nodes = new Map<string, Node>();
  #sizeLeft: number;

  constructor(documents: readonly unknown[]) {
    const size = FREE_REFERENCED_SIZE + MAX_REFERENCED_TIMES * sizeOf(documents);
    this.#sizeLeft = Math.min(size, MAX_IMPORT_BYTES);
  }

  add(node: Node): void {
    const id = idOf(node);
    if (id === '' || isReference(node)) return;
    const known = this.#nodes.get(id);
    if (!known || Object.keys(known).length < Object.keys(node).length) this.#nodes.set(id, node);
  }

  /**
   * The object that `{"@id": …}` stands for; any other value as it is. Throws a refusal when references have stood for
   * much more than the file holds: 40 objects that each name the next one twice are a million million.
   */
  readonly resolve = (value: unknown): unknown => {
    if (!isNode(value) || !isReference(value)) return value;
    const found = this.#nodes.get(idOf(value));
    if (!found) return value;
    this.#sizeLeft -= sizeOf(found, this.#sizeLeft);
    if (this.#sizeLeft < 0) throw new Refusal(refusals.references);
    return found;
  };
}

function idOf(node: Node): string {
  const id = property(node, '@id');
  return typeof id === 'string' ? id.trim() : '';
}

/** Whether it only names another object. */
function isReference(node: Node): boolean {
  return Object.hasOwn(node, '@id') && Object.keys(node).every((key) => key === '@id' || key === '@type');
}

/** The characters and values in data. Stops counting above `max`. */
function sizeOf(data: unknown, max = Number.POSITIVE_INFINITY): number {
  let size = 0;
  const waiting = [data];
  while (waiting.length > 0 && size <= max) {
    const value = waiting.pop();
    size += 1;
    if (typeof value === 'string') size += value.length;
    else if (Array.isArray(value)) for (const item of value) waiting.push(item);
    else if (typeof value === 'object' && value !== null) {
      for (const [key, item] of Object.entries(value)) {
        size += key.length;
        waiting.push(item);
      }
    }
  }
  return size;
}

export type DistinctRecipes = { readonly recipes: readonly Node[]; readonly stubs: number };

/**
 * A page often has its recipe twice, from a theme and a plugin: the fuller one, with what only the other one has.
 * Recipes without ingredients and steps beside a full one are links to other pages.
 */
export function distinctOnPage(found: readonly Node[]): DistinctRecipes {
  return withoutStubs(merge(found, (recipe) => titleOf(recipe) || idOf(recipe)));
}

/** The recipes that have ingredients or steps, and how many others there are beside them. */
export function withoutStubs(recipes: readonly Node[]): DistinctRecipes {
  const full = recipes.filter((recipe) => !isStub(recipe));
  return full.length > 0 ? { recipes: full, stubs: recipes.length - full.length } : { recipes, stubs: 0 };
}

/** In a file of many recipes, only parts of the same object are one recipe. */
export function distinctInFile(found: readonly Node[]): readonly Node[] {
  const titles = new Map<string, string>();
  for (const recipe of found) if (titleOf(recipe)) titles.set(idOf(recipe), titleOf(recipe));
  return merge(found, (recipe) => {
    const id = idOf(recipe);
    return id && `${id} ${titleOf(recipe) || titles.get(id) || ''}`;
  });
}

/** Recipes without a key stay apart. */
function merge(found: readonly Node[], keyOf: (recipe: Node) => string): Node[] {
  const groups = new Map<unknown, Node[]>();
  for (const recipe of found) {
    const key = keyOf(recipe) || recipe;
    const group = groups.get(key);
    if (group) group.push(recipe);
    else groups.set(key, [recipe]);
  }
  return [...groups.values()].map(join);
}

/** The values of the fullest recipe, then what only the others have. */
function join(group: readonly Node[]): Node {
  const [only, ...others] = group;
  if (only && others.length === 0) return only;
  const values = new Map<string, unknown>();
  for (const recipe of group.toSorted((one, other) => weight(other) - weight(one))) {
    for (const key of Object.keys(recipe)) {
      const value = property(recipe, key);
      if (value !== undefined && !values.has(key)) values.set(key, value);
    }
  }
  return Object.fromEntries(values);
}

function weight(recipe: Node): number {
  const parts = [...asList(property(recipe, ...INGREDIENTS)), ...asList(property(recipe, ...STEPS))];
  return Object.keys(recipe).length + 10 * parts.length;
}

/** Whether it has neither ingredients nor steps. */
export function isStub(recipe: Node): boolean {
  return property(recipe, ...INGREDIENTS, ...STEPS) === undefined;
}

function titleOf(recipe: Node): string {
  const title = toText(rawText(property(recipe, 'name', 'headline')));
  return comparable(title) || title;
}
