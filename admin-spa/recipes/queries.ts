import { queryOptions } from '@tanstack/react-query';
import { call } from '#client/call.ts';
import { readRecipeValues } from '#contract/recipes/list.ts';
import { readRecipe } from '#contract/recipes/read.ts';

/** Begins the key of every query of recipes. */
export const recipesKey = ['recipes'] as const;

export function recipeQuery(recipeId: string) {
  return queryOptions({
    queryKey: [...recipesKey, 'detail', recipeId],
    queryFn: ({ signal }) => call(readRecipe, { parameters: { recipeId }, signal }),
  });
}

/** It needs `recipes:filter`. */
export const recipeValuesQuery = queryOptions({
  queryKey: [...recipesKey, 'values'],
  queryFn: ({ signal }) => call(readRecipeValues, { signal }),
});
