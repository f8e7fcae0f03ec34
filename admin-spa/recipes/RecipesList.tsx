import { useQuery } from '@tanstack/react-query';
import { ListScreen } from '../ui/list/ListScreen.tsx';
import { useListState } from '../ui/list/use-list-state.ts';
import { useShownPage } from '../ui/list/use-shown-page.ts';
import { recipeColumns } from './columns.tsx';
import { RECIPES_SIZES, recipesPage } from './queries.ts';

/** Path `/recipes`. */
export function RecipesList() {
  const list = useListState(RECIPES_SIZES);
  const query = useQuery(recipesPage(list[0]));
  const page = useShownPage(list, query, (answer) => answer.data.recipes);
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
