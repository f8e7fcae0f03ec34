import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { toast } from 'react-hot-toast/headless';
import { call } from '#client/call.ts';
import {
  listBulkChanges,
  listBulkRows,
  type RecipeSelection,
  startBulkChange,
  stopBulkChange,
} from '#contract/recipes/bulk.ts';
import { type BulkAction, changeRecipes } from '#contract/recipes/list.ts';
import { errorMessage } from '#forms/error-message.ts';
import { pollInterval, showStarted } from '../../../ui/background/queries.ts';
import { recipesKey } from '../../queries.ts';
import { countText } from '../count-text.ts';
import { clearSelection } from '../selection.ts';

type BulkStart = { ids?: number[]; selection: RecipeSelection; expected: number; change: BulkAction };

/** Does not begin with the key of recipes, so that the end of a change does not load itself again. */
const changesKey = ['recipe-changes'] as const;

/** Asks again while a change runs and the tab is visible. */
export const bulkChangesQuery = queryOptions({
  queryKey: changesKey,
  queryFn: ({ signal }) => call(listBulkChanges, { signal }),
  refetchInterval: ({ state: { data, error } }) =>
    pollInterval({ isWanted: data?.data.some(({ state }) => state === 'running') ?? false, error }),
});

export function bulkRowsQuery(changeId: number, page: number) {
  return queryOptions({
    queryKey: [...changesKey, changeId, page],
    queryFn: ({ signal }) => call(listBulkRows, { parameters: { changeId }, query: { page }, signal }),
  });
}

export function startBulkChangeMutation(client: QueryClient) {
  return mutationOptions({
    mutationFn: (body: BulkStart) => call(startBulkChange, { body }),
    onSuccess: async ({ message, data }, { ids }) => {
      toast.success(message || 'Change started');
      if (ids) clearSelection();
      await showStarted(client, changesKey, data);
    },
    onError: (error) => toast.error(errorMessage(error)),
    onSettled: () => void client.invalidateQueries({ queryKey: changesKey }),
  });
}

export function stopBulkChangeMutation(client: QueryClient) {
  return mutationOptions({
    mutationFn: (changeId: number) => call(stopBulkChange, { parameters: { changeId } }),
    onError: (error) => toast.error(errorMessage(error)),
    onSettled: () => void client.invalidateQueries({ queryKey: changesKey }),
  });
}

type ChosenChange = { readonly ids: number[]; readonly change: BulkAction };

/** All or none of the recipes are changed. Notifies also if the list was left before the answer. */
export function changeRecipesMutation(client: QueryClient) {
  return mutationOptions({
    mutationFn: (body: ChosenChange) => call(changeRecipes, { body }),
    onSuccess: ({ message, data }, { change }) => {
      toast.success(message || `${countText(data.changed)} changed`);
      // Several tags are often given to the same recipes.
      if (!('field' in change)) clearSelection();
    },
    onError: (error) => toast.error(errorMessage(error)),
    // A refusal reloads too: a recipe may have been deleted.
    onSettled: () => {
      void client.invalidateQueries({ queryKey: recipesKey });
      void client.invalidateQueries({ queryKey: changesKey });
    },
  });
}
