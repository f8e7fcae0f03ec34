import { queryOptions } from '@tanstack/react-query';
import * as v from 'valibot';
import { call } from '#client/call.ts';
import { can } from '#client/capabilities.ts';
import { listRecipes, recipeGaps, recipeListFilters, recipeSortKeys } from '#contract/recipes/read.ts';
import { recipeStates } from '#contract/recipes/records.ts';
import {
  DEFAULT_PAGE_SIZE,
  LIST_CACHE_MS,
  type ListOptions,
  type ListState,
} from '../../ui/list/list-state.ts';
import { recipesKey } from '../queries.ts';

export const recipeListOptions = {
  sizes: [DEFAULT_PAGE_SIZE],
  filters: {
    mealType: null,
    cuisine: null,
    tag: null,
    state: recipeStates,
    needs: ['any', ...recipeGaps],
    sort: recipeSortKeys,
    order: ['asc', 'desc'],
  },
} as const satisfies ListOptions;

const filtersSchema = v.object(recipeListFilters);

const listsKey = [...recipesKey, 'list'] as const;

/** Filters are sent only with `recipes:filter`. */
export function recipesPageQuery({ keyword, page, pageSize, filters }: ListState) {
  const query = { keyword, page, pageSize };
  return queryOptions({
    queryKey: [...listsKey, { ...query, ...filters }],
    gcTime: LIST_CACHE_MS,
    queryFn: ({ signal }) =>
      call(listRecipes, {
        query: can('recipes:filter') ? { ...query, ...v.parse(filtersSchema, filters) } : query,
        signal,
      }),
  });
}
