import { getPicturePath } from '../../db/picture-urls.ts';
import { addDays, addMonths, DAY_MS } from '../calendar.ts';
import { createDeck, createWeightedDeck, type Random, randomInteger } from '../random.ts';
import { type DemoIngredient, type DemoNutritionValue, minutes, perServing } from '../recipes/recipe.ts';
import { recipes as catalogue } from '../recipes/recipes.ts';
import { ingredientNames } from './ingredient-names.ts';
import { makeTitle } from './titles.ts';

export type MadeRecipe = {
  title: string;
  description: string;
  image_url: string | null;
  preparation_time: number;
  cooking_time: number;
  servings: number;
  meal_types: readonly string[];
  /** JSON, as are the nutrition values. */
  ingredients: string;
  steps: readonly string[];
  nutrition_values: string;
  feature_tags: readonly string[];
  promotional_tags: readonly string[];
  cuisine: string;
  cooking_method: string;
  created_at: Date;
  updated_at: Date;
  published_at: Date | null;
  deleted_at: Date | null;
};

/** Months before `now` in which recipes were written, as in the catalogue. */
const MONTHS = 23;
/** Out of 50: the state, and what is missing. A deleted recipe can still be restored. */
const STATES = { published: 46, draft: 3, deleted: 1 };
const GAPS = { none: 44, picture: 3, nutrition: 1, steps: 1, times: 1 };
const SERVINGS = [2, 2, 4, 4, 4, 6];
const SERVING_WORDS: Readonly<Record<number, string>> = { 2: 'two', 4: 'four', 6: 'six' };
/** Days for which a deleted recipe is kept, with a margin. */
const DELETED_DAYS = 25;

const unique = (texts: readonly string[]) => [...new Set(texts)];
const steps = catalogue.flatMap((recipe) => recipe.steps);
const measures = catalogue.flatMap(({ ingredients }) => ingredients);
const featureTags = unique(catalogue.flatMap(({ feature_tags }) => feature_tags));
const promotionalTags = unique(catalogue.flatMap(({ promotional_tags }) => promotional_tags));

/**
 * Recipes mixed from the words of the catalogue, oldest first, for lists of real size. `firstNumber` and the numbers after
 * it must be new to the database: each has its own title. Equal arguments make equal recipes.
 */
export function* makeRecipes(
  random: Random,
  now: Date,
  { count, firstNumber }: { count: number; firstNumber: number },
): Generator<MadeRecipe, void> {
  const pick = <Item>(items: readonly Item[]): Item => {
    const item = items[randomInteger(random, 0, items.length - 1)];
    if (item === undefined) throw new Error('There is nothing to pick from.');
    return item;
  };
  const some = <Item>(items: readonly Item[], min: number, max: number): Item[] => [
    ...new Set(Array.from({ length: randomInteger(random, min, max) }, () => pick(items))),
  ];
  const states = createWeightedDeck(random, STATES);
  const gaps = createWeightedDeck(random, GAPS);
  const kinds = createDeck(random, catalogue);
  const begin = addMonths(now, -MONTHS).getTime();
  const interval = (now.getTime() - begin) / count;

  for (let index = 0; index < count; index += 1) {
    const title = makeTitle(firstNumber + index);
    const [state, gap, kind] = [states(), gaps(), kinds()];
    const servings = pick(SERVINGS);
    const created = new Date(Math.floor(begin + (index + random()) * interval));
    const changed = addDays(created, random() * 30);
    yield {
      title: title.text,
      description: `${title.style} ${title.main.toLowerCase()} ${title.dish.toLowerCase()}: ${title.extras} on top. ${pick(steps)} Serves ${SERVING_WORDS[servings]}.`,
      image_url: gap === 'picture' ? null : getPicturePath(kind.picture),
      preparation_time: gap === 'times' ? 0 : minutes(5 * randomInteger(random, 1, 9)),
      cooking_time: gap === 'times' ? 0 : minutes(5 * randomInteger(random, 0, 18)),
      servings,
      meal_types: kind.meal_types,
      ingredients: JSON.stringify(some(ingredientNames, 5, 11).map(measure)),
      steps: gap === 'steps' ? [] : some(steps, 3, 7),
      nutrition_values: JSON.stringify(gap === 'nutrition' ? [] : invent(random)),
      feature_tags: some(featureTags, 0, 3),
      promotional_tags: some(promotionalTags, 0, 2),
      cuisine: kind.cuisine,
      cooking_method: kind.cooking_method,
      created_at: created,
      updated_at: changed < now ? changed : created,
      published_at: state === 'draft' ? null : created,
      deleted_at: state === 'deleted' ? deletedAt(random, now, created) : null,
    };
  }

  function measure(name: string): DemoIngredient {
    const { quantity, unit_type, is_primary } = pick(measures);
    return { name, quantity, unit_type, is_primary };
  }
}

function invent(random: Random): DemoNutritionValue[] {
  return perServing({
    protein: randomInteger(random, 3, 45),
    carbohydrates: randomInteger(random, 5, 90),
    fat: randomInteger(random, 2, 40),
    fiber: randomInteger(random, 1, 15),
    salt: randomInteger(random, 1, 30) / 10,
  });
}

function deletedAt(random: Random, now: Date, created: Date): Date {
  const age = Math.min(now.getTime() - created.getTime(), DELETED_DAYS * DAY_MS);
  return new Date(now.getTime() - Math.floor(random() * age));
}
