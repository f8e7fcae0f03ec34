import type { RecipeContent } from '#contract/recipes/content.ts';
import { addDays, addMonths, DAY_MS } from './calendar.ts';
import { createDeck, createWeightedDeck, type Random, randomInteger } from './random.ts';

type MadeRecipe = {
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
  cuisine: string | null;
  cooking_method: string | null;
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
/** Seconds: times are whole steps of five minutes. */
const TIME_STEP = 300;
const SERVINGS = [2, 2, 4, 4, 4, 6];
const SERVING_WORDS: Readonly<Record<number, string>> = { 2: 'two', 4: 'four', 6: 'six' };
/** Days for which a deleted recipe is kept, with a margin. */
const DELETED_DAYS = 25;

/** Ways to prepare, after the comma of an ingredient's name. */
// biome-ignore format: one line
const PREPARATIONS = ['chopped', 'crushed', 'cubed', 'dried', 'frozen', 'grated', 'ground', 'halved', 'in strips', 'minced', 'peeled', 'quartered', 'rinsed', 'roasted', 'sliced', 'smoked', 'toasted'];

type Making = {
  count: number;
  /** It and the numbers after it must be new to the database: each recipe has its own title. */
  firstNumber: number;
  catalogue: readonly RecipeContent[];
};

/**
 * Recipes mixed from the words of the catalogue, oldest first, for lists of real size. Equal arguments make equal
 * recipes.
 */
export function* makeRecipes(
  random: Random,
  now: Date,
  { count, firstNumber, catalogue }: Making,
): Generator<MadeRecipe, void> {
  const steps = catalogue.flatMap((recipe) => recipe.steps);
  const measures = catalogue.flatMap(({ ingredients }) => ingredients);
  const ingredientNames = nameIngredients(catalogue);
  const featureTags = unique(catalogue.flatMap(({ feature_tags }) => feature_tags));
  const promotionalTags = unique(catalogue.flatMap(({ promotional_tags }) => promotional_tags));
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
      image_url: gap === 'picture' ? null : kind.image_url,
      preparation_time: gap === 'times' ? 0 : TIME_STEP * randomInteger(random, 1, 9),
      cooking_time: gap === 'times' ? 0 : TIME_STEP * randomInteger(random, 0, 18),
      servings,
      meal_types: kind.meal_types,
      ingredients: JSON.stringify(some(ingredientNames, 5, 11).map(measure)),
      steps: gap === 'steps' ? [] : some(steps, 3, 7),
      nutrition_values: JSON.stringify(gap === 'nutrition' ? [] : inventNutrition(random)),
      feature_tags: some(featureTags, 0, 3),
      promotional_tags: some(promotionalTags, 0, 2),
      cuisine: kind.cuisine,
      cooking_method: kind.cookingMethod,
      created_at: created,
      updated_at: changed < now ? changed : created,
      published_at: state === 'draft' ? null : created,
      deleted_at: state === 'deleted' ? deletedAt(random, now, created) : null,
    };
  }

  function measure(name: string): RecipeContent['ingredients'][number] {
    const { quantity, unit_type, is_primary } = pick(measures);
    return { name, quantity, unit_type, is_primary };
  }
}

const unique = (texts: readonly string[]) => [...new Set(texts)];

/** Thousands of names: every ingredient of the recipes, plain and prepared. */
export function nameIngredients(recipes: readonly RecipeContent[]): string[] {
  const names = recipes.flatMap(({ ingredients }) =>
    ingredients.map(({ name }) => name.split(',')[0] ?? name),
  );
  return unique(names).flatMap((name) => [
    name,
    ...PREPARATIONS.map((preparation) => `${name}, ${preparation}`),
  ]);
}

/** The values are those of a serving. Calories are 4 kcal per gram of protein and carbohydrate, 9 of fat. */
function inventNutrition(random: Random): RecipeContent['nutritionValues'] {
  const protein = randomInteger(random, 3, 45);
  const carbohydrates = randomInteger(random, 5, 90);
  const fat = randomInteger(random, 2, 40);
  const fiber = randomInteger(random, 1, 15);
  const salt = randomInteger(random, 1, 30) / 10;
  const calories = 4 * protein + 4 * carbohydrates + 9 * fat;
  return [
    { name: 'Calories', value: `${Math.round(calories / 5) * 5} kcal` },
    { name: 'Protein', value: `${protein} g` },
    { name: 'Carbohydrates', value: `${carbohydrates} g` },
    { name: 'Fat', value: `${fat} g` },
    { name: 'Fiber', value: `${fiber} g` },
    { name: 'Salt', value: `${salt} g` },
  ];
}

function deletedAt(random: Random, now: Date, created: Date): Date {
  const age = Math.min(now.getTime() - created.getTime(), DELETED_DAYS * DAY_MS);
  return new Date(now.getTime() - Math.floor(random() * age));
}

/** The words of made titles: "Smoky Chickpea Stew with Dill and Lemon". */

// biome-ignore format: one line per list of words
const STYLES = ['Baked', 'Braised', 'Creamy', 'Crispy', 'Garlicky', 'Golden', 'Grilled', 'Herby', 'Light', 'Quick', 'Roasted', 'Rustic', 'Slow', 'Smoky', 'Spicy', 'Spring', 'Summer', 'Sunday', 'Sweet', 'Tangy', 'Warm', 'Weeknight', 'Winter', 'Zesty'] as const;
// biome-ignore format: one line per list of words
const MAINS = ['Apple', 'Barley', 'Bean', 'Beef', 'Beet', 'Black Bean', 'Broccoli', 'Cabbage', 'Carrot', 'Cauliflower', 'Chicken', 'Chickpea', 'Coconut', 'Cod', 'Corn', 'Egg', 'Eggplant', 'Feta', 'Halloumi', 'Kale', 'Lamb', 'Leek', 'Lentil', 'Mushroom', 'Pea', 'Pepper', 'Pork', 'Potato', 'Pumpkin', 'Quinoa', 'Rice', 'Salmon', 'Shrimp', 'Spinach', 'Squash', 'Sweet Potato', 'Tofu', 'Tomato', 'Turkey', 'Zucchini'] as const;
// biome-ignore format: one line per list of words
const DISHES = ['Bake', 'Bowl', 'Burgers', 'Casserole', 'Chili', 'Chowder', 'Curry', 'Dal', 'Dumplings', 'Fritters', 'Gratin', 'Hash', 'Noodles', 'Pancakes', 'Pasta', 'Patties', 'Pie', 'Pilaf', 'Ragout', 'Risotto', 'Salad', 'Skewers', 'Skillet', 'Soup', 'Stew', 'Stir-Fry', 'Tacos', 'Tagine', 'Tart', 'Wraps'] as const;
// biome-ignore format: one line per list of words
const EXTRAS = ['Almonds', 'Basil', 'Capers', 'Chives', 'Cilantro', 'Cinnamon', 'Crème Fraîche', 'Cumin', 'Dill', 'Fennel', 'Garlic', 'Ginger', 'Gruyère', 'Honey', 'Jalapeños', 'Lemon', 'Lime', 'Mango', 'Mint', 'Miso', 'Mustard', 'Olives', 'Orange', 'Paprika', 'Parsley', 'Peanuts', 'Pesto', 'Raisins', 'Rosemary', 'Sage', 'Sesame', 'Tahini', 'Thyme', 'Walnuts', 'Yogurt', 'Za’atar'] as const;
/** A few titles have the name in another script as well, for the search. */
const LOCAL_NAMES = ['Борщ', 'Χωριάτικη', '親子丼', '炒饭', '김치찌개', 'حمص', 'חומוס', 'बिरयानी'] as const;
/** One title in so many. */
const LOCAL_NAME_INTERVAL = 16;

const pairs = EXTRAS.flatMap((first, index) =>
  EXTRAS.slice(index + 1).map((second) => [first, second] as const),
);

/** So many numbers have titles of their own. */
export const TITLE_COUNT = STYLES.length * MAINS.length * DISHES.length * pairs.length;
/** A prime that divides no number above: neighbouring numbers get titles that differ in every word. */
const STEP = 10_000_019;

type Title = { text: string; style: string; main: string; dish: string; extras: string };

/** Different numbers below TITLE_COUNT have different titles. */
export function makeTitle(number: number): Title {
  let remaining = (number * STEP) % TITLE_COUNT;
  const draw = <Word>(words: readonly Word[]): Word => {
    const word = words[remaining % words.length];
    remaining = Math.floor(remaining / words.length);
    if (word === undefined) throw new Error('There is no such title.');
    return word;
  };
  const [style, main, dish] = [draw(STYLES), draw(MAINS), draw(DISHES)];
  const extras = draw(pairs).join(' and ');
  const text = `${style} ${main} ${dish} with ${extras}${getLocalName(number)}`;
  return { text, style, main, dish, extras };
}

function getLocalName(number: number): string {
  if (number % LOCAL_NAME_INTERVAL !== 0) return '';
  return ` (${LOCAL_NAMES[(number / LOCAL_NAME_INTERVAL) % LOCAL_NAMES.length]})`;
}
