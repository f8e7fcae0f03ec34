import { useQuery } from '@tanstack/react-query';
import { ListScreen } from '../ui/list/ListScreen.tsx';
import { useLatestPage } from '../ui/list/use-latest-page.ts';
import { useListState } from '../ui/list/use-list-state.ts';
import { recipeColumns } from './columns.tsx';
import { RECIPE_PAGE_SIZES, recipesPageQuery } from './queries.ts';

/** Path `/recipes`. */
export function RecipesList() {
  const list = useListState(RECIPE_PAGE_SIZES);
  const query = useQuery(recipesPageQuery(list[0]));
  const page = useLatestPage(list, query, (answer) => answer.data.recipes);
  return (
    <ListScreen
      title="Recipes"
      searchLabel="Search by title"
      failure="The recipes could not be loaded."
      list={list}
      query={query}
      page={page}
      columns={recipeColumns}
      keyOf={({ id }) => id}
      className="records wide recipes"
    />
  );
}
