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
import type { BulkAction } from '#contract/recipes/list.ts';
import { errorMessage } from '#forms/error-message.ts';

type BulkStart = { ids?: number[]; selection: RecipeSelection; expected: number; change: BulkAction };

const POLL_INTERVAL_MS = 1_000;

/** Not below the key of recipes, so that the end of a change does not load itself again. */
const changesKey = ['recipe-changes'] as const;

/** Asked again while one runs and the tab is visible. */
export const bulkChangesQuery = queryOptions({
  queryKey: changesKey,
  queryFn: ({ signal }) => call(listBulkChanges, { signal }),
  refetchInterval: ({ state }) =>
    state.data?.data.some((change) => change.state === 'running') ? POLL_INTERVAL_MS : false,
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
