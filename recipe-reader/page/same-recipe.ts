import { toText } from './html-text.ts';
import { asList, type Node, property, rawText } from './node.ts';
import { idOf } from './references.ts';

export type DistinctRecipes = { readonly recipes: readonly Node[]; readonly stubs: number };

/**
 * A page often has its recipe twice, from a theme and a plugin: the fuller one, with what only the other one has.
 * Recipes without ingredients and steps beside a full one are links to other pages.
 */
export function distinctOnPage(found: readonly Node[]): DistinctRecipes {
  const recipes = merge(found, (recipe) => titleOf(recipe) || idOf(recipe));
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
  const texts = ['recipeIngredient', 'ingredients', 'recipeInstructions'];
  return (
    Object.keys(recipe).length +
    texts.reduce((sum, name) => sum + 10 * asList(property(recipe, name)).length, 0)
  );
}

function isStub(recipe: Node): boolean {
  return property(recipe, 'recipeIngredient', 'ingredients', 'recipeInstructions') === undefined;
}

function titleOf(recipe: Node): string {
  return toText(rawText(property(recipe, 'name', 'headline'))).toLowerCase();
}
