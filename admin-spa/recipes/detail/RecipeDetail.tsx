import { useQuery } from '@tanstack/react-query';
import { recordIn, routes } from '../../routes.ts';
import { FailedPanel } from '../../ui/feedback/FailedPanel.tsx';
import { isMissing } from '../../ui/feedback/is-missing.ts';
import { Loading } from '../../ui/feedback/Loading.tsx';
import { useErrorToast } from '../../ui/feedback/use-error-toast.ts';
import { BackButton } from '../../ui/navigation/BackButton.tsx';
import { useAddress } from '../../ui/navigation/use-address.ts';
import { useRecordTitle } from '../../ui/navigation/use-record-title.ts';
import { recipeDetail } from '../queries.ts';
import { RecipeFacts } from './RecipeFacts.tsx';
import { Ingredients, Nutrition, Steps } from './RecipeTables.tsx';

/** /recipes/:recipeId: one recipe with all that belongs to it. */
export function RecipeDetail() {
  const recipeId = recordIn(useAddress().path);
  const { data, error, errorUpdatedAt, isFetching, refetch } = useQuery(recipeDetail(recipeId));
  useErrorToast(error, errorUpdatedAt);
  const missing = isMissing(error);
  const recipe = missing ? null : (data?.data ?? null);
  const title = recipe?.title || 'Recipe';
  useRecordTitle(recipe && title, 'Recipes');
  const loading = !recipe && !error;
  return (
    <>
      <header className="screen-head">
        <h1>
          <bdi>{title}</bdi>
        </h1>
        <BackButton to={routes.recipes} />
      </header>
      {missing && <p className="card empty">Recipe not found - Sorry, there is no recipe at this address</p>}
      {error && !missing && (
        <FailedPanel message="The recipe could not be loaded." retry={refetch} busy={isFetching} />
      )}
      {loading && <Loading />}
      {(recipe || loading) && (
        <div className="stack" aria-busy={isFetching}>
          <RecipeFacts recipe={recipe} />
          <div className="recipe-parts">
            <Ingredients rows={recipe?.ingredients ?? null} />
            <Steps rows={recipe?.steps ?? null} />
            <Nutrition rows={recipe?.nutritionValues ?? null} />
          </div>
        </div>
      )}
    </>
  );
}
