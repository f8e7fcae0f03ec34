import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';
import { envelope, reshapeEnvelope } from '../envelope.ts';
import { pageQuery } from '../list-query.ts';
import { picture } from '../pictures.ts';
import { asObject } from '../schema/coerce.ts';

/** The catalog is every published recipe. These calls need `recipes:read`, unless the server has `PUBLIC_CATALOG=on`. */

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** ISO 8601 with a zone. */
const time = v.string();

export const publishedRecipe = v.object({
  id: count,
  deleted: v.literal(false),
  title: v.string(),
  description: v.string(),
  /** The whole address of the picture, which may be another server's; null without one. */
  imageUrl: v.nullable(v.string()),
  /** Copies of 320, 640 and 1,280 pixels, or fewer of a small picture; null if the server doesn't keep the picture. */
  picture: v.nullable(picture),
  /** Seconds, as `cookingTime`; 0: not entered. */
  preparationTime: count,
  cookingTime: count,
  servings: v.nullable(count),
  mealTypes: v.array(v.string()),
  ingredients: v.array(
    v.object({ name: v.string(), quantity: v.string(), unitType: v.string(), isPrimary: v.boolean() }),
  ),
  steps: v.array(v.string()),
  nutritionValues: v.array(v.object({ name: v.string(), value: v.string() })),
  featureTags: v.array(v.string()),
  promotionalTags: v.array(v.string()),
  cuisine: v.nullable(v.string()),
  cookingMethod: v.nullable(v.string()),
  videoUrl: v.nullable(v.string()),
  /** Counts the saves. */
  version: count,
  publishedAt: time,
  /** The last save. */
  updatedAt: time,
  /** The last time that anything here changed. */
  changedAt: time,
});
export type PublishedRecipe = v.InferOutput<typeof publishedRecipe>;

/** It was published, and isn't any more. */
const tombstone = v.object({ id: count, deleted: v.literal(true), changedAt: time });

/**
 * GET /app/recipes: what changed in the catalog after a cursor, the oldest change first, and each recipe once; without
 * `after` the whole catalog. The next call sends `cursor` as `after`: at once while `hasMore`, and then whenever the client
 * wants to know what is new. What a client has then is the catalog. 50 a page by default, 100 at most. 400 for a text
 * that is no cursor; 410 for one that has expired, as tombstones are kept for 90 days: the client deletes its copy
 * and starts again without `after`. `If-None-Match` with the ETag of an answer: 304 if it is still the same.
 */
export const listCatalog = endpoint({
  method: 'GET',
  path: '/app/recipes',
  query: v.object({
    after: v.optional(v.pipe(v.string(), v.maxLength(100))),
    limit: pageQuery.entries.pageSize,
  }),
  answer: v.object({
    ...envelope,
    data: v.object({
      recipes: v.array(v.variant('deleted', [publishedRecipe, tombstone])),
      cursor: v.string(),
      hasMore: v.boolean(),
    }),
  }),
  reshape: (body) => ({ ...reshapeEnvelope(body), data: asObject(body).data }),
});

/** GET /app/recipes/:recipeId: one of the catalog. 404 for a recipe that isn't published. `If-None-Match` as above. */
export const readCatalogRecipe = endpoint({
  method: 'GET',
  path: '/app/recipes/:recipeId',
  answer: v.object({ ...envelope, data: publishedRecipe }),
  reshape: (body) => ({ ...reshapeEnvelope(body), data: asObject(body).data }),
});
