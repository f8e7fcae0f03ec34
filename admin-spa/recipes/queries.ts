import { queryOptions } from '@tanstack/react-query';
import { call } from '#client/call.ts';
import { readRecipeValues } from '#contract/recipes/list.ts';
import { listRecipes, readRecipe } from '#contract/recipes/read.ts';
import { DEFAULT_PAGE_SIZE, type ListState } from '../ui/list/list-state.ts';

export const RECIPE_PAGE_SIZES = [DEFAULT_PAGE_SIZE] as const;

/** Of every query of recipes. */
export const recipesKey = ['recipes'] as const;

export function recipesPageQuery({ keyword, page, pageSize }: ListState) {
  const query = { keyword, page, pageSize };
  return queryOptions({
    queryKey: [...recipesKey, 'list', query],
    queryFn: ({ signal }) => call(listRecipes, { query, signal }),
  });
}

export function recipeQuery(recipeId: string) {
  return queryOptions({
    queryKey: [...recipesKey, 'detail', recipeId],
    queryFn: ({ signal }) => call(readRecipe, { parameters: { recipeId }, signal }),
  });
}

/** For the features of the provider, where no recipe is loaded. */
export const firstRecipesQuery = recipesPageQuery({ keyword: '', page: 1, pageSize: DEFAULT_PAGE_SIZE });

/** Only if the server offers the filters. */
export const recipeValuesQuery = queryOptions({
  queryKey: [...recipesKey, 'values'],
  queryFn: ({ signal }) => call(readRecipeValues, { signal }),
});
