import { recipes } from '../recipes/recipes.ts';

/** Ways to prepare, after the comma of an ingredient's name. */
// biome-ignore format: one line
const PREPARATIONS = ['chopped', 'crushed', 'cubed', 'dried', 'frozen', 'grated', 'ground', 'halved', 'in strips', 'minced', 'peeled', 'quartered', 'rinsed', 'roasted', 'sliced', 'smoked', 'toasted'];

const plainNames = new Set(
  recipes.flatMap(({ ingredients }) => ingredients.map(({ name }) => name.split(',')[0] ?? name)),
);

/** Thousands of names: every ingredient of the catalogue, plain and prepared. */
export const ingredientNames: readonly string[] = [...plainNames].flatMap((name) => [
  name,
  ...PREPARATIONS.map((preparation) => `${name}, ${preparation}`),
]);
