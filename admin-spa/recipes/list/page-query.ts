import { type QueryClient, queryOptions } from '@tanstack/react-query';
import * as v from 'valibot';
import { call } from '#client/call.ts';
import {
  listRecipes,
  recipeFeatures,
  recipeGaps,
  recipeListFilters,
  recipeSortKeys,
} from '#contract/recipes/read.ts';
import { recipeStates } from '#contract/recipes/records.ts';
import { listFeatures } from '../../ui/list/list-features.ts';
import {
  DEFAULT_PAGE_SIZE,
  LIST_KEPT_MS,
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

/** The filters are sent only to a provider that offers them. */
export function recipesPageQuery({ keyword, page, pageSize, filters }: ListState) {
  const query = { keyword, page, pageSize };
  return queryOptions({
    queryKey: [...listsKey, { ...query, ...filters }],
    gcTime: LIST_KEPT_MS,
    queryFn: async ({ client, signal }) => {
      const isFiltered = Object.keys(filters).length > 0 && (await offersFilters(client));
      const sent = isFiltered ? { ...query, ...v.parse(filtersSchema, filters) } : query;
      return call(listRecipes, { query: sent, signal });
    },
  });
}

async function offersFilters(client: QueryClient): Promise<boolean> {
  const features = await listFeatures(client, listsKey, () => client.query(firstRecipesQuery));
  return features.includes(recipeFeatures.filters);
}

/** For the features of the provider, where no recipe is loaded. */
export const firstRecipesQuery = recipesPageQuery({
  keyword: '',
  page: 1,
  pageSize: DEFAULT_PAGE_SIZE,
  filters: {},
});
