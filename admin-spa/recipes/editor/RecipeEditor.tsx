import { useQuery } from '@tanstack/react-query';
import { recipeFeatures } from '#contract/recipes/read.ts';
import { matchesRoute, recipeAddress, recordIdIn, routes } from '../../routes.ts';
import { isNotFound } from '../../ui/feedback/is-not-found.ts';
import { useAddress } from '../../ui/navigation/use-address.ts';
import { useRecordTitle } from '../../ui/navigation/use-record-title.ts';
import { firstRecipesQuery } from '../list/page-query.ts';
import { recipeQuery } from '../queries.ts';
import { EditorScreen } from './EditorScreen.tsx';
import { newRecipeStart, startFrom } from './save/start.ts';
import './editor.scss';

/** Paths `/recipes/new` and `/recipes/:recipeId/edit`. */
export function RecipeEditor() {
  const { path } = useAddress();
  if (matchesRoute(routes.recipeNew, path)) return <NewRecipe />;
  return <ExistingRecipe recipeId={recordIdIn(routes.recipeEdit, path)} />;
}

/** The list says whether the provider offers editing. */
function NewRecipe() {
  const query = useQuery(firstRecipesQuery);
  const features = query.data?.features ?? [];
  return (
    <EditorScreen
      recipeId={null}
      title={null}
      query={query}
      start={query.data ? newRecipeStart : null}
      problem={query.data && !features.includes(recipeFeatures.edit) ? 'not-offered' : null}
      recipeState={null}
      hasValues={features.includes(recipeFeatures.filters)}
      hasPictures={features.includes(recipeFeatures.pictures)}
      picture={null}
      backTo={routes.recipes}
    />
  );
}

function ExistingRecipe({ recipeId }: { recipeId: string }) {
  const query = useQuery(recipeQuery(recipeId));
  const { data } = query;
  const isMissing = isNotFound(query.error);
  const recipe = isMissing ? null : (data?.data ?? null);
  useRecordTitle(recipe && (recipe.title || 'Untitled'), 'Edit recipe');

  function findProblem() {
    if (isMissing) return 'missing';
    if (!data) return null;
    // A save needs the version that it replaces.
    if (!data.features.includes(recipeFeatures.edit) || data.version === null) return 'not-offered';
    return data.data.state === 'deleted' ? 'deleted' : null;
  }

  return (
    <EditorScreen
      recipeId={recipeId}
      title={recipe && (recipe.title || 'Untitled')}
      query={query}
      start={recipe && data ? startFrom(recipe, data.version) : null}
      problem={findProblem()}
      recipeState={recipe?.state ?? null}
      hasValues={data?.features.includes(recipeFeatures.filters) ?? false}
      hasPictures={data?.features.includes(recipeFeatures.pictures) ?? false}
      picture={recipe?.picture ?? null}
      backTo={isMissing ? routes.recipes : recipeAddress(recipeId)}
    />
  );
}
