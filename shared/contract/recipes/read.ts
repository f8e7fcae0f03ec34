import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';
import { envelope, listing, reshapeEnvelope, reshapeListing } from '../envelope.ts';
import { listQuery, rowId } from '../list-query.ts';
import { asObject, firstList, toNumber } from '../schema/coerce.ts';
import { readAll } from '../schema/record.ts';
import { recipe, recipeRow, recipeStates } from './records.ts';

/** What a recipe lacks, in the order in which the console names it. */
export const recipeGaps = ['picture', 'nutrition', 'steps', 'times'] as const;
export type RecipeGap = (typeof recipeGaps)[number];

/** The columns by which the list can be sorted; `updated` is the time of the last save. */
export const recipeSortKeys = ['title', 'preparation_time', 'cooking_time', 'updated'] as const;
export type RecipeSortKey = (typeof recipeSortKeys)[number];

/** What a bulk change did with a recipe; `unchanged`: it already was as asked, `pending`: not done. */
export const bulkOutcomes = ['pending', 'changed', 'unchanged', 'failed'] as const;

const filter = v.optional(v.pipe(v.string(), v.maxLength(200)));

/** Filters and order. Texts are compared without case and accents. `needs: 'any'` is a recipe with a gap. */
export const recipeListFilters = {
  mealType: filter,
  cuisine: filter,
  tag: filter,
  /** Without it: every recipe that is not deleted. */
  state: v.optional(v.picklist(recipeStates)),
  needs: v.optional(v.picklist(['any', ...recipeGaps])),
  /** The recipes of a bulk change, by its id, deleted ones too; with `outcome` only those that ended with it. */
  change: v.optional(rowId),
  outcome: v.optional(v.picklist(bulkOutcomes)),
  sort: v.optional(v.picklist(recipeSortKeys)),
  order: v.optional(v.picklist(['asc', 'desc'])),
};

const recipesQuery = v.object({ ...listQuery.entries, ...recipeListFilters });
export type RecipesQuery = v.InferOutput<typeof recipesQuery>;

/**
 * GET /admin/recipes: newest first without `sort`. `keyword` searches titles, ignoring case and accents. Filters and
 * `sort` need `recipes:filter`.
 */
export const listRecipes = endpoint({
  method: 'GET',
  path: '/admin/recipes',
  query: recipesQuery,
  answer: v.object({ ...listing, data: v.object({ recipes: v.array(recipeRow.schema) }) }),
  reshape: (body) => {
    const data = asObject(body).data;
    const rows = firstList(
      asObject(data).recipes,
      asObject(asObject(data).data).recipes,
      asObject(data).data,
      data,
    );
    return {
      ...reshapeListing(body),
      data: { recipes: rows && readAll(recipeRow.read, rows) },
    };
  },
});

/** `version` counts the saves; null if the provider does not count them. */
export const recipeAnswer = v.object({
  ...envelope,
  data: recipe.schema,
  version: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1))),
});

export function reshapeRecipeAnswer(body: unknown) {
  const data = asObject(asObject(body).data);
  const inner = asObject(data.data);
  return {
    ...reshapeEnvelope(body),
    data: recipe.read(inner) ?? recipe.read(data),
    version: toNumber(asObject(body).version),
  };
}

/** GET /admin/recipes/:recipeId. 404 for an unknown recipe. */
export const readRecipe = endpoint({
  method: 'GET',
  path: '/admin/recipes/:recipeId',
  answer: recipeAnswer,
  reshape: reshapeRecipeAnswer,
});
