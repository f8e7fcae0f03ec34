import * as v from 'valibot';

/** Characters of texts, items of lists, seconds of times. */
export const recipeLimits = {
  title: 200,
  description: 5_000,
  url: 2_048,
  seconds: 30 * 24 * 3_600,
  servings: 1_000,
  ingredients: 300,
  ingredientName: 500,
  quantity: 100,
  unit: 100,
  steps: 300,
  step: 10_000,
  nutritionValues: 100,
  nutritionName: 100,
  nutritionValue: 100,
  tags: 50,
  tag: 100,
} as const;

export const recipeMessages = {
  url: 'Enter a web address that begins with https:// or http://.',
  seconds: 'Enter whole minutes, from 0 to 43,200.',
  servings: 'Enter a whole number from 1 to 1,000.',
} as const;

/** What is wrong with a text of more than `max` characters. */
export function tooLong(field: string, max: number): string {
  return `${field} can have at most ${max.toLocaleString('en-US')} characters`;
}

/** Whether a text is an absolute address of the web. */
export function isWebAddress(text: string): boolean {
  const url = URL.parse(text);
  // The parser would also take `https:/example.com`.
  return url !== null && /^\s*https?:\/\//i.test(text) && url.hostname !== '';
}

const text = (field: string, max: number) => v.pipe(v.string(), v.maxLength(max, tooLong(field, max)));

const filled = (field: string, max: number, message = `${field} needs text`) =>
  v.pipe(text(field, max), v.regex(/\S/, message));

const whole = (max: number, message: string) =>
  v.pipe(v.number(), v.integer(message), v.maxValue(max, message));

const list = <Item extends v.GenericSchema>(item: Item, field: string, max: number) =>
  v.pipe(v.array(item), v.maxLength(max, `A recipe can have at most ${max} ${field}`));

const tags = (field: string) => list(filled('A tag', recipeLimits.tag), field, recipeLimits.tags);

const seconds = v.pipe(
  whole(recipeLimits.seconds, recipeMessages.seconds),
  v.minValue(0, recipeMessages.seconds),
);

const address = (isAllowed: (text: string) => boolean) =>
  v.nullable(v.pipe(text('An address', recipeLimits.url), v.check(isAllowed, recipeMessages.url)));

/** What the reader makes of a recipe. */
export const recipeContent = v.object({
  title: filled('Title', recipeLimits.title, 'Title is required'),
  description: text('Description', recipeLimits.description),
  /** A path without an origin belongs to the program that exported the recipe. */
  image_url: address((text) => isWebAddress(text) || /^\/[^/\\]/.test(text)),
  /** Both times are seconds; 0 is unknown. */
  preparation_time: seconds,
  cooking_time: seconds,
  servings: v.nullable(
    v.pipe(whole(recipeLimits.servings, recipeMessages.servings), v.minValue(1, recipeMessages.servings)),
  ),
  meal_types: tags('meal types'),
  ingredients: list(
    v.object({
      name: filled('An ingredient', recipeLimits.ingredientName, 'Name is required'),
      quantity: text('A quantity', recipeLimits.quantity),
      unit_type: text('A unit', recipeLimits.unit),
      /** False for an ingredient that can be left out. */
      is_primary: v.boolean(),
    }),
    'ingredients',
    recipeLimits.ingredients,
  ),
  steps: list(filled('A step', recipeLimits.step), 'steps', recipeLimits.steps),
  nutritionValues: list(
    v.object({
      name: filled('A nutrition value', recipeLimits.nutritionName, 'Name is required'),
      value: text('A nutrition value', recipeLimits.nutritionValue),
    }),
    'nutrition values',
    recipeLimits.nutritionValues,
  ),
  feature_tags: tags('feature tags'),
  promotional_tags: tags('promotional tags'),
  cuisine: v.nullable(filled('Cuisine', recipeLimits.tag)),
  cookingMethod: v.nullable(filled('Cooking method', recipeLimits.tag)),
  videoURL: address(isWebAddress),
});
export type RecipeContent = v.InferOutput<typeof recipeContent>;
