import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';
import { envelope, reshapeEnvelope } from '../envelope.ts';
import { listQuery } from '../list-query.ts';
import { asObject } from '../schema/coerce.ts';
import { bulkAction, recipeIds } from './list.ts';
import { bulkOutcomes, recipeListFilters } from './read.ts';

/** Changes of many recipes, in the background. These calls need `recipes:change-many`. */

export const bulkStates = ['running', 'stopped', 'done', 'failed'] as const;
const count = v.pipe(v.number(), v.integer(), v.minValue(0));

const { sort: _sort, order: _order, ...filters } = recipeListFilters;

/** What the list shows, without its order. */
export const recipeSelection = v.object({ keyword: listQuery.entries.keyword, ...filters });
export type RecipeSelection = v.InferOutput<typeof recipeSelection>;

const bulkChange = v.object({
  id: v.number(),
  change: bulkAction,
  state: v.picklist(bulkStates),
  /** ISO 8601 with a zone. */
  startedAt: v.string(),
  finishedAt: v.nullable(v.string()),
  /** Name and e-mail of the administrator. */
  startedBy: v.nullable(v.string()),
  counts: v.object({
    recipes: count,
    pending: count,
    changed: count,
    /** Already were as asked. */
    unchanged: count,
    failed: count,
  }),
});
export type BulkChange = v.InferOutput<typeof bulkChange>;

const answer = v.object({ ...envelope, data: bulkChange });
const reshape = (body: unknown) => ({ ...reshapeEnvelope(body), data: asObject(body).data });

/** Recipes that are chosen one by one. */
export const MAX_CHOSEN_RECIPES = 5_000;

/**
 * POST /admin/recipe-changes: changes the recipes of `ids`, or without it every recipe that the list shows for
 * `selection`. 409 with nothing started if these are not `expected` recipes anymore, so that a person changes what was
 * counted. A recipe that is gone fails in its row.
 */
export const startBulkChange = endpoint({
  method: 'POST',
  path: '/admin/recipe-changes',
  body: v.object({
    ids: v.optional(v.pipe(recipeIds, v.minLength(1), v.maxLength(MAX_CHOSEN_RECIPES))),
    selection: recipeSelection,
    expected: count,
    change: bulkAction,
  }),
  answer,
  reshape,
});

/** GET /admin/recipe-changes: what runs, then what ended in the last day; the newest first of each, at most 20. */
export const listBulkChanges = endpoint({
  method: 'GET',
  path: '/admin/recipe-changes',
  answer: v.object({ ...envelope, data: v.array(bulkChange) }),
  reshape,
});

/** POST /admin/recipe-changes/:changeId/stop: what is changed stays changed. 409 unless it runs. */
export const stopBulkChange = endpoint({
  method: 'POST',
  path: '/admin/recipe-changes/:changeId/stop',
  answer,
  reshape,
});

const bulkRow = v.object({
  recipeId: v.number(),
  title: v.string(),
  result: v.picklist(bulkOutcomes),
  /** Why it failed. */
  message: v.nullable(v.string()),
});
export type BulkRow = v.InferOutput<typeof bulkRow>;

/** GET /admin/recipe-changes/:changeId/rows: 50 a page, failed ones first. */
export const listBulkRows = endpoint({
  method: 'GET',
  path: '/admin/recipe-changes/:changeId/rows',
  query: v.object({ page: listQuery.entries.page }),
  answer: v.object({ ...envelope, data: v.array(bulkRow), total: count }),
  reshape: (body) => ({ ...reshapeEnvelope(body), data: asObject(body).data, total: asObject(body).total }),
});
