import { queryOptions } from '@tanstack/react-query';
import { call } from '#client/call.ts';
import { listRecipeVersions, readRecipeVersion } from '#contract/recipes/versions.ts';
import { recipesKey } from '../../queries.ts';

export function recipeVersionsQuery(recipeId: string) {
  return queryOptions({
    queryKey: [...recipesKey, 'versions', recipeId],
    queryFn: ({ signal }) => call(listRecipeVersions, { parameters: { recipeId }, signal }),
  });
}

export function recipeVersionQuery(recipeId: string, version: number) {
  return queryOptions({
    queryKey: [...recipesKey, 'version', recipeId, version],
    queryFn: ({ signal }) => call(readRecipeVersion, { parameters: { recipeId, version }, signal }),
  });
}
