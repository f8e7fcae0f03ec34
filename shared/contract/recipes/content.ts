import * as v from 'valibot';
import { isWebAddress, recipeLimits, recipeMessages, tooLong } from './rules.ts';

const MAX_VERSION = 2_147_483_647;

export const recipeVersionNumber = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_VERSION));

const limited = (field: string, maxLength: number) =>
  v.pipe(v.string(), v.maxLength(maxLength, tooLong(field, maxLength)));

const required = (field: string, { maxLength, message }: { maxLength: number; message: string }) =>
  v.pipe(limited(field, maxLength), v.regex(/\S/, message));

const listOf = <Item extends v.GenericSchema>(
  item: Item,
  { field, maxLength }: { field: string; maxLength: number },
) => v.pipe(v.array(item), v.maxLength(maxLength, `A recipe can have at most ${maxLength} ${field}`));

const tags = (field: string) =>
  listOf(required('A tag', { maxLength: recipeLimits.tag, message: 'A tag needs text' }), {
    field,
    maxLength: recipeLimits.tags,
  });

const seconds = v.pipe(
  v.number(),
  v.integer(recipeMessages.seconds),
  v.minValue(0, recipeMessages.seconds),
  v.maxValue(recipeLimits.seconds, recipeMessages.seconds),
);

const webAddress = v.nullable(
  v.pipe(limited('An address', recipeLimits.url), v.check(isWebAddress, recipeMessages.url)),
);

/** A picture may also be one of the provider's own, which has a path without an origin. */
const pictureAddress = v.nullable(
  v.pipe(
    limited('An address', recipeLimits.url),
    v.check((text) => isWebAddress(text) || /^\/[^/\\]/.test(text), recipeMessages.url),
  ),
);

/** Every field that an administrator writes, under the specification's names. Times are seconds. */
export const recipeContent = v.object({
  title: required('Title', { maxLength: recipeLimits.title, message: recipeMessages.title }),
  description: limited('Description', recipeLimits.description),
  image_url: pictureAddress,
  preparation_time: seconds,
  cooking_time: seconds,
  servings: v.nullable(
    v.pipe(
      v.number(),
      v.integer(recipeMessages.servings),
      v.minValue(1, recipeMessages.servings),
      v.maxValue(recipeLimits.servings, recipeMessages.servings),
    ),
  ),
  meal_types: tags('meal types'),
  ingredients: listOf(
    v.object({
      name: required('An ingredient', {
        maxLength: recipeLimits.ingredientName,
        message: recipeMessages.ingredient,
      }),
      quantity: limited('A quantity', recipeLimits.quantity),
      unit_type: limited('A unit', recipeLimits.unit),
      is_primary: v.boolean(),
    }),
    { field: 'ingredients', maxLength: recipeLimits.ingredients },
  ),
  steps: listOf(required('A step', { maxLength: recipeLimits.step, message: recipeMessages.step }), {
    field: 'steps',
    maxLength: recipeLimits.steps,
  }),
  nutritionValues: listOf(
    v.object({
      name: required('A nutrition value', {
        maxLength: recipeLimits.nutritionName,
        message: recipeMessages.nutrition,
      }),
      value: limited('A nutrition value', recipeLimits.nutritionValue),
    }),
    { field: 'nutrition values', maxLength: recipeLimits.nutritionValues },
  ),
  feature_tags: tags('feature tags'),
  promotional_tags: tags('promotional tags'),
  cuisine: v.nullable(required('Cuisine', { maxLength: recipeLimits.tag, message: 'Cuisine needs text' })),
  cookingMethod: v.nullable(
    required('Cooking method', { maxLength: recipeLimits.tag, message: 'Cooking method needs text' }),
  ),
  videoURL: webAddress,
});
export type RecipeContent = v.InferOutput<typeof recipeContent>;
