import * as v from 'valibot';
import { call } from '#client/call.ts';
import { can } from '#client/capabilities.ts';
import {
  bulkOutcomes,
  listRecipes,
  recipeGaps,
  recipeListFilters,
  recipeSortKeys,
} from '#contract/recipes/read.ts';
import { recipeStates } from '#contract/recipes/records.ts';
import { DEFAULT_PAGE_SIZE, type ListOptions, type ListState } from '../../ui/list/list-state.ts';
import { pageQuery } from '../../ui/list/use-list-page.ts';
import { recipesKey } from '../queries.ts';

const filterRules = {
  mealType: null,
  cuisine: null,
  tag: null,
  state: recipeStates,
  needs: ['any', ...recipeGaps],
  change: (value: string) => /^[1-9]\d{0,8}$/.test(value),
  outcome: bulkOutcomes,
  sort: recipeSortKeys,
  order: ['asc', 'desc'],
} as const;

/** Without `recipes:filter` the address has no filters, and pages have one size. */
export function recipeListOptions(): ListOptions {
  return can('recipes:filter') ? { filters: filterRules } : { sizes: [DEFAULT_PAGE_SIZE], filters: {} };
}

const filtersSchema = v.object(recipeListFilters);

const listsKey = [...recipesKey, 'list'] as const;

export function recipesPageQuery({ keyword, page, pageSize, filters }: ListState) {
  const query = { keyword, page, pageSize, ...v.parse(filtersSchema, filters) };
  return pageQuery({
    queryKey: [...listsKey, query],
    load: (signal) => call(listRecipes, { query, signal }),
    rowsOf: ({ data }) => data.recipes,
    withRows: (answer, recipes) => ({ ...answer, data: { recipes: [...recipes] } }),
  });
}
