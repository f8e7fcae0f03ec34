import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';
import { counted, envelope, reshapeCounted, reshapeEnvelope } from '../envelope.ts';
import { asObject } from '../schema/coerce.ts';
import { recipeLimits } from './rules.ts';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** A value in its most frequent spelling, and the number of recipes that have it in any spelling. */
const countedValue = v.object({ value: v.string(), count });
export type CountedValue = v.InferOutput<typeof countedValue>;

const values = v.object({
  mealTypes: v.array(countedValue),
  cuisines: v.array(countedValue),
  cookingMethods: v.array(countedValue),
  featureTags: v.array(countedValue),
  promotionalTags: v.array(countedValue),
  /** Recipes with each gap, and with any. */
  gaps: v.object({ any: count, picture: count, nutrition: count, steps: count, times: count }),
  states: v.object({ draft: count, published: count, deleted: count }),
});
export type RecipeValues = v.InferOutput<typeof values>;

/**
 * GET /admin/recipe-values: what filters and the editor suggest, most frequent first. Deleted recipes do not count.
 * Needs `recipes:filter`.
 */
export const readRecipeValues = endpoint({
  method: 'GET',
  path: '/admin/recipe-values',
  answer: v.object({ ...envelope, ...counted, data: values }),
  reshape: (body) => ({ ...reshapeEnvelope(body), ...reshapeCounted(body), data: asObject(body).data }),
});

export const MAX_BULK_RECIPES = 200;
const MAX_ID = 2_147_483_647;

export const recipeIds = v.array(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_ID)));

const tag = v.pipe(v.string(), v.regex(/\S/), v.maxLength(recipeLimits.tag));

export const bulkFields = ['meal_types', 'feature_tags', 'promotional_tags'] as const;

export const bulkAction = v.union([
  v.object({ action: v.picklist(['publish', 'unpublish', 'delete', 'restore']) }),
  v.object({ action: v.picklist(['add', 'remove']), field: v.picklist(bulkFields), value: tag }),
]);
export type BulkAction = v.InferOutput<typeof bulkAction>;

/**
 * POST /admin/recipes/bulk: changes up to 200 recipes in one transaction, with one audit entry. Recipes that already
 * are as asked are left alone. 404 if one is unknown or, except for `restore`, deleted: nothing is changed. Needs
 * `recipes:edit`.
 */
export const changeRecipes = endpoint({
  method: 'POST',
  path: '/admin/recipes/bulk',
  body: v.object({
    ids: v.pipe(recipeIds, v.minLength(1), v.maxLength(MAX_BULK_RECIPES)),
    change: bulkAction,
  }),
  answer: v.object({ ...envelope, data: v.object({ changed: count }) }),
  reshape: (body) => ({ ...reshapeEnvelope(body), data: asObject(body).data }),
});
