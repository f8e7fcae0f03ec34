import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';
import { envelope, reshapeEnvelope } from '../envelope.ts';
import { asObject } from '../schema/coerce.ts';
import { recipeAnswer, reshapeRecipeAnswer } from './read.ts';
import { recipe } from './records.ts';
import { isWebAddress, recipeLimits, recipeMessages, tooLong } from './rules.ts';

const MAX_VERSION = 2_147_483_647;

const version = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_VERSION));

const limited = (field: string, maxLength: number) =>
  v.pipe(v.string(), v.maxLength(maxLength, tooLong(field, maxLength)));

const required = (field: string, { maxLength, message }: { maxLength: number; message: string }) =>
  v.pipe(limited(field, maxLength), v.regex(/\S/, message));

const listOf = <Item extends v.GenericSchema>(
  item: Item,
  { field, maxLength }: { field: string; maxLength: number },
) => v.pipe(v.array(item), v.maxLength(maxLength, `A recipe may have at most ${maxLength} ${field}`));

const tags = (field: string) =>
  listOf(required('A tag', { maxLength: recipeLimits.tag, message: 'A tag needs a text' }), {
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
const content = v.object({
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
  cuisine: v.nullable(required('Cuisine', { maxLength: recipeLimits.tag, message: 'Cuisine needs a text' })),
  cookingMethod: v.nullable(
    required('Cooking method', { maxLength: recipeLimits.tag, message: 'Cooking method needs a text' }),
  ),
  videoURL: webAddress,
});
export type RecipeContent = v.InferOutput<typeof content>;

/** POST /admin/recipes: a draft, as version 1. 422 names the first wrong field. */
export const createRecipe = endpoint({
  method: 'POST',
  path: '/admin/recipes',
  body: content,
  answer: recipeAnswer,
  reshape: reshapeRecipeAnswer,
});

/**
 * PUT /admin/recipes/:recipeId: the whole content. 409 with a `RecipeConflict` if `version` is not the newest, 409 for a
 * deleted recipe, 404 for an unknown one, 422 for the first wrong field. The same content makes no new version.
 */
export const updateRecipe = endpoint({
  method: 'PUT',
  path: '/admin/recipes/:recipeId',
  body: v.object({ ...content.entries, version }),
  answer: recipeAnswer,
  reshape: reshapeRecipeAnswer,
});

const conflict = v.object({
  /** Name and e-mail of the administrator. */
  changedBy: v.nullable(v.string()),
  /** ISO 8601 with a zone. */
  changedAt: v.string(),
  current: recipe.schema,
  /** Of `current`. */
  version,
});
export type RecipeConflict = v.InferOutput<typeof conflict>;

export const recipeConflictAnswer = v.object({ status: v.literal(409), message: v.string(), conflict });

export function readRecipeConflict(body: unknown): RecipeConflict | null {
  const found = v.safeParse(conflict, asObject(body).conflict);
  return found.success ? found.output : null;
}

/** POST /admin/recipes/:recipeId/publish. 409 for a deleted recipe. */
export const publishRecipe = endpoint({
  method: 'POST',
  path: '/admin/recipes/:recipeId/publish',
  answer: recipeAnswer,
  reshape: reshapeRecipeAnswer,
});

/** POST /admin/recipes/:recipeId/unpublish: makes it a draft. 409 for a deleted recipe. */
export const unpublishRecipe = endpoint({
  method: 'POST',
  path: '/admin/recipes/:recipeId/unpublish',
  answer: recipeAnswer,
  reshape: reshapeRecipeAnswer,
});

/** POST /admin/recipes/:recipeId/delete: housekeeping removes it with its versions after 30 days. */
export const deleteRecipe = endpoint({
  method: 'POST',
  path: '/admin/recipes/:recipeId/delete',
  answer: recipeAnswer,
  reshape: reshapeRecipeAnswer,
});

/** POST /admin/recipes/:recipeId/restore: undoes a deletion. */
export const restoreRecipe = endpoint({
  method: 'POST',
  path: '/admin/recipes/:recipeId/restore',
  answer: recipeAnswer,
  reshape: reshapeRecipeAnswer,
});

export const recipeVersionKinds = ['created', 'saved', 'reverted', 'changed_in_bulk'] as const;

const recipeVersion = v.object({
  version,
  /** ISO 8601 with a zone. */
  at: v.string(),
  /** Name and e-mail of the administrator; null for data from before the versions. */
  by: v.nullable(v.string()),
  kind: v.picklist(recipeVersionKinds),
  /** The names of the fields that differ from the version before. */
  fields: v.array(v.string()),
});
export type RecipeVersion = v.InferOutput<typeof recipeVersion>;

/** GET /admin/recipes/:recipeId/versions: newest first, at most 200. 404 for an unknown recipe. */
export const listRecipeVersions = endpoint({
  method: 'GET',
  path: '/admin/recipes/:recipeId/versions',
  answer: v.object({ ...envelope, data: v.array(recipeVersion), total: v.number() }),
  reshape: (body) => ({ ...reshapeEnvelope(body), data: asObject(body).data, total: asObject(body).total }),
});

/** GET /admin/recipes/:recipeId/versions/:version: the content as it was. 404 for an unknown version. */
export const readRecipeVersion = endpoint({
  method: 'GET',
  path: '/admin/recipes/:recipeId/versions/:version',
  answer: v.object({ ...envelope, data: content }),
  reshape: (body) => ({ ...reshapeEnvelope(body), data: asObject(body).data }),
});

/**
 * POST /admin/recipes/:recipeId/revert: saves the content of version `to` as a new version. 409 with a `RecipeConflict`
 * if `version` is not the newest, 404 for an unknown version.
 */
export const revertRecipe = endpoint({
  method: 'POST',
  path: '/admin/recipes/:recipeId/revert',
  body: v.object({ to: version, version }),
  answer: recipeAnswer,
  reshape: reshapeRecipeAnswer,
});

export const entryKinds = ['ingredients', 'nutrition', 'steps'] as const;
export type EntryKind = (typeof entryKinds)[number];

/**
 * A line as it was pasted and what was understood. `heading` is a line such as "For the sauce:", which makes no row.
 * `name` is the step's text for a step; `quantity` is the value of a nutrition value.
 */
const entryLine = v.object({
  line: v.string(),
  isHeading: v.boolean(),
  name: v.string(),
  quantity: v.string(),
  unit: v.string(),
});
export type EntryLine = v.InferOutput<typeof entryLine>;

export const MAX_ENTRY_LENGTH = 60_000;

/** POST /admin/recipe-entries: reads pasted lines and stores nothing. Empty lines are left out. */
export const parseRecipeEntry = endpoint({
  method: 'POST',
  path: '/admin/recipe-entries',
  body: v.object({
    kind: v.picklist(entryKinds),
    text: v.pipe(v.string(), v.maxLength(MAX_ENTRY_LENGTH, tooLong('A text', MAX_ENTRY_LENGTH))),
  }),
  answer: v.object({ ...envelope, data: v.array(entryLine) }),
  reshape: (body) => ({ ...reshapeEnvelope(body), data: asObject(body).data }),
});
