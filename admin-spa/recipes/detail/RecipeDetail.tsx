import { useQuery } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import { Link } from 'wouter';
import { useCan } from '#client/capabilities.ts';
import { recipeEditAddress, recordIdIn, routes } from '../../routes.ts';
import { isNotFound } from '../../ui/feedback/is-not-found.ts';
import { QueryStates, useErrorToast } from '../../ui/feedback/QueryStates.tsx';
import { BackButton } from '../../ui/navigation/BackButton.tsx';
import { useRecordTitle } from '../../ui/navigation/document-title.ts';
import { useAddress } from '../../ui/navigation/use-address.ts';
import { recipeQuery } from '../queries.ts';
import { DeletedNotice } from './DeletedNotice.tsx';
import { RecipeActions } from './RecipeActions.tsx';
import { RecipeFacts } from './RecipeFacts.tsx';
import { Ingredients, Nutrition, Steps } from './RecipeTables.tsx';
import { Versions } from './Versions.tsx';
import '../recipes.scss';

/** Path `/recipes/:recipeId`. */
export function RecipeDetail() {
  const recipeId = recordIdIn(routes.recipe, useAddress().path);
  const query = useQuery(recipeQuery(recipeId));
  const { data, error, isFetching } = query;
  useErrorToast(error, query.errorUpdatedAt);
  const isMissing = isNotFound(error);
  const recipe = isMissing ? null : (data?.data ?? null);
  const can = useCan();
  const canEdit = can('recipes:edit');
  // Another provider has only what the specification says.
  const hasActions = canEdit || can('recipes:filter');
  const title = recipe?.title || 'Recipe';
  useRecordTitle(recipe && title, 'Recipes');
  return (
    <>
      <header className="screen-head">
        <h1>
          <bdi>{title}</bdi>
        </h1>
        {recipe && hasActions && <RecipeActions recipe={recipe} recipeId={recipeId} />}
        <BackButton to={routes.recipes} />
        {recipe && canEdit && recipe.state !== 'deleted' && (
          <Link href={recipeEditAddress(recipe.id)} className="primary no-print">
            <Pencil aria-hidden="true" />
            Edit
          </Link>
        )}
      </header>
      {isMissing ? (
        <p className="card empty">Recipe not found - Sorry, there is no recipe at this address</p>
      ) : (
        <QueryStates query={query} failure="The recipe couldn’t be loaded." isLoaded={recipe !== null}>
          <div className="stack" aria-busy={isFetching}>
            {recipe?.state === 'deleted' && <DeletedNotice deletedAt={recipe.deleted_at} />}
            <RecipeFacts recipe={recipe} />
            <div className="recipe-parts">
              <Ingredients rows={recipe?.ingredients ?? null} />
              <Steps rows={recipe?.steps ?? null} />
              <Nutrition rows={recipe?.nutritionValues ?? null} />
            </div>
            {canEdit && recipe && (
              <Versions recipe={recipe} recipeId={recipeId} version={data?.version ?? null} />
            )}
          </div>
        </QueryStates>
      )}
    </>
  );
}
