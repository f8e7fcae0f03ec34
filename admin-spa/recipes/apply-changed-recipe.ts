import type { QueryClient } from '@tanstack/react-query';
import type { InferOutput } from 'valibot';
import type { readRecipe } from '#contract/recipes/read.ts';
import { updateSelection } from './list/selection.ts';
import { recipeQuery, recipesKey } from './queries.ts';

export type RecipeAnswer = InferOutput<typeof readRecipe.answer>;

/**
 * Writes the answer of a change into the cached recipe. Everything else of recipes is loaded again when it is shown.
 */
export async function applyChangedRecipe(
  client: QueryClient,
  recipeId: string,
  answer: RecipeAnswer,
): Promise<void> {
  updateSelection(answer.data);
  const { queryKey } = recipeQuery(recipeId);
  // A pending answer may be older than the change.
  await client.cancelQueries({ queryKey });
  client.setQueryData(queryKey, answer);
  const [, kind] = queryKey;
  void client.invalidateQueries({
    queryKey: recipesKey,
    predicate: (query) => query.queryKey[1] !== kind,
  });
}
