import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import { call } from '#client/call.ts';
import { type BulkAction, changeRecipes } from '#contract/recipes/list.ts';
import { recipesKey } from '../queries.ts';

export type BulkChange = { readonly ids: number[]; readonly change: BulkAction };

/** All or none of the recipes are changed. */
export function changeRecipesMutation(client: QueryClient) {
  return mutationOptions({
    mutationFn: (body: BulkChange) => call(changeRecipes, { body }),
    // After a refusal too: a recipe may have been deleted.
    onSettled: () => void client.invalidateQueries({ queryKey: recipesKey }),
  });
}
