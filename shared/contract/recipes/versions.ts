import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';
import { envelope, reshapeEnvelope } from '../envelope.ts';
import { asObject } from '../schema/coerce.ts';
import { type RecipeContent, recipeVersionNumber } from './content.ts';
import { recipeAnswer, reshapeRecipeAnswer } from './read.ts';

export const recipeVersionKinds = ['created', 'saved', 'reverted', 'changed_in_bulk', 'imported'] as const;

const recipeVersion = v.object({
  version: recipeVersionNumber,
  /** ISO 8601 with a zone. */
  at: v.string(),
  /** Name and e-mail of the administrator; null if it was none, as for the demo's recipes. */
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

const texts = v.array(v.string());

/** It has no limits: what was saved stays readable when a limit becomes smaller. */
const keptContent = v.object({
  title: v.string(),
  description: v.string(),
  image_url: v.nullable(v.string()),
  preparation_time: v.number(),
  cooking_time: v.number(),
  servings: v.nullable(v.number()),
  meal_types: texts,
  ingredients: v.array(
    v.object({ name: v.string(), quantity: v.string(), unit_type: v.string(), is_primary: v.boolean() }),
  ),
  steps: texts,
  nutritionValues: v.array(v.object({ name: v.string(), value: v.string() })),
  feature_tags: texts,
  promotional_tags: texts,
  cuisine: v.nullable(v.string()),
  cookingMethod: v.nullable(v.string()),
  videoURL: v.nullable(v.string()),
}) satisfies v.GenericSchema<unknown, RecipeContent>;

/** GET /admin/recipes/:recipeId/versions/:version: the content as it was. 404 for an unknown version. */
export const readRecipeVersion = endpoint({
  method: 'GET',
  path: '/admin/recipes/:recipeId/versions/:version',
  answer: v.object({ ...envelope, data: keptContent }),
  reshape: (body) => ({ ...reshapeEnvelope(body), data: asObject(body).data }),
});

/**
 * POST /admin/recipes/:recipeId/revert: saves the content of version `to` as a new version. 409 with a `RecipeConflict`
 * if `version` is not the newest, 404 for an unknown version.
 */
export const revertRecipe = endpoint({
  method: 'POST',
  path: '/admin/recipes/:recipeId/revert',
  body: v.object({ to: recipeVersionNumber, version: recipeVersionNumber }),
  answer: recipeAnswer,
  reshape: reshapeRecipeAnswer,
});
