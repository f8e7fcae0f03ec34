import * as v from 'valibot';
import { type RecipeSelection, recipeSelection } from '#contract/recipes/bulk.ts';
import { recipeListFilters } from '#contract/recipes/read.ts';
import type { ListState } from '../../ui/list/list-state.ts';

const orderSchema = v.object({ sort: recipeListFilters.sort, order: recipeListFilters.order });

/** What a list shows. */
export type ListQuery = {
  readonly selection: RecipeSelection;
  readonly order: v.InferOutput<typeof orderSchema>;
};

export function toListQuery({ keyword, filters }: ListState): ListQuery {
  return {
    selection: v.parse(recipeSelection, { ...(keyword && { keyword }), ...filters }),
    order: v.parse(orderSchema, filters),
  };
}
