import { hasType, isNode, type Node } from './node.ts';
import { isReference, References } from './references.ts';

export type FoundRecipes = { readonly recipes: readonly Node[]; readonly references: References };

/** Parts of a recipe that may hold further recipes. Its other parts name related ones at most. */
const PARTS = ['hasPart', 'mainEntity', 'itemListElement', '@graph'];

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
        const isPart = !isRecipe || PARTS.includes(key);
        waiting.push({ value: value[key], isInside: isInside || !isPart });
      }
    }
  }
  return { recipes, references };
}
