import { useQuery } from '@tanstack/react-query';
import { useCan } from '#client/capabilities.ts';
import { matchesRoute, recipeAddress, recordIdIn, routes } from '../../routes.ts';
import { isNotFound } from '../../ui/feedback/is-not-found.ts';
import { useRecordTitle } from '../../ui/navigation/document-title.ts';
import { useAddress } from '../../ui/navigation/use-address.ts';
import { recipeQuery } from '../queries.ts';
import { EditorScreen } from './EditorScreen.tsx';
import { newRecipeSeed, seedFrom } from './seed.ts';
import './editor.scss';

/** Paths `/recipes/new` and `/recipes/:recipeId/edit`. */
export function RecipeEditor() {
  const { path } = useAddress();
  if (matchesRoute(routes.recipeNew, path)) return <NewRecipe />;
  return <ExistingRecipe recipeId={recordIdIn(routes.recipeEdit, path)} />;
}

function NewRecipe() {
  const can = useCan();
  return (
    <EditorScreen
      recipeId={null}
      title={null}
      query={null}
      seed={newRecipeSeed}
      problem={null}
      recipeState={null}
      hasValues={can('recipes:filter')}
      hasPictures={can('pictures:upload')}
      picture={null}
      backTo={routes.recipes}
    />
  );
}

function ExistingRecipe({ recipeId }: { recipeId: string }) {
  const can = useCan();
  const query = useQuery(recipeQuery(recipeId));
  const { data } = query;
  const isMissing = isNotFound(query.error);
  const recipe = isMissing ? null : (data?.data ?? null);
  useRecordTitle(recipe && (recipe.title || 'Untitled'), 'Edit recipe');

  function findProblem() {
    if (isMissing) return 'missing';
    if (!data) return null;
    // A save needs the version that it replaces.
    if (data.version === null) return 'no-version';
    return data.data.state === 'deleted' ? 'deleted' : null;
  }

  return (
    <EditorScreen
      recipeId={recipeId}
      title={recipe && (recipe.title || 'Untitled')}
      query={query}
      seed={recipe && data ? seedFrom(recipe, data.version) : null}
      problem={findProblem()}
      recipeState={recipe?.state ?? null}
      hasValues={can('recipes:filter')}
      hasPictures={can('pictures:upload')}
      picture={recipe?.picture ?? null}
      backTo={isMissing ? routes.recipes : recipeAddress(recipeId)}
    />
  );
}
