import { queryOptions } from '@tanstack/react-query';
import { call } from '#client/call.ts';
import { listRecipes, readRecipe } from '#contract/recipes/read.ts';
import { DEFAULT_PAGE_SIZE, type ListState } from '../ui/list/list-state.ts';

export const RECIPE_PAGE_SIZES = [DEFAULT_PAGE_SIZE] as const;

export function recipesPageQuery({ keyword, page, pageSize }: ListState) {
  const query = { keyword, page, pageSize };
  return queryOptions({
    queryKey: ['recipes', 'list', query],
    queryFn: ({ signal }) => call(listRecipes, { query, signal }),
  });
}

export function recipeQuery(recipeId: string) {
  return queryOptions({
    queryKey: ['recipes', 'detail', recipeId],
    queryFn: ({ signal }) => call(readRecipe, { parameters: { recipeId }, signal }),
  });
}
