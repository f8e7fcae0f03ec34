import { Link } from 'wouter';
import type { RecipeRow } from '#contract/recipes.ts';
import { routes } from '../routes.ts';
import { NOTHING } from '../ui/format/format.ts';
import { DEFAULT_PAGE_SIZE } from '../ui/list/list-state.ts';
import { SkeletonRows } from '../ui/table/SkeletonRows.tsx';
import { useWideScreen } from '../ui/table/use-wide-screen.ts';
import { formatMinutes } from './minutes.ts';
import { Picture } from './Picture.tsx';
import { shortened } from './shortened.ts';
import { Tags } from './Tags.tsx';

/** Characters of a description that a list shows. */
const DESCRIPTION = 100;

const columns = ['Image', 'Title', 'Description', 'Meal types', 'Preparation', 'Cooking'];
const wideColumns = [...columns, 'Ingredients', 'Steps'];
const amounts: readonly string[] = ['Preparation', 'Cooking', 'Ingredients', 'Steps'];

/** The recipes of one page; null while the first page loads. */
export function RecipesTable({ rows }: { rows: readonly RecipeRow[] | null }) {
  const wide = useWideScreen();
  const shown = wide ? wideColumns : columns;
  return (
    <table className="records wide recipes">
      <caption className="visually-hidden">Recipes</caption>
      <thead>
        <tr>
          {shown.map((column) => (
            <th key={column} scope="col" className={amounts.includes(column) ? 'amount' : undefined}>
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows?.map((recipe) => <RecipeLine key={recipe.id} recipe={recipe} wide={wide} />) ?? (
          <SkeletonRows rows={DEFAULT_PAGE_SIZE} columns={shown.length} />
        )}
      </tbody>
    </table>
  );
}

function RecipeLine({ recipe, wide }: { recipe: RecipeRow; wide: boolean }) {
  return (
    <tr>
      <td className="thumbnail">
        <Picture address={recipe.image_url} size={56} />
      </td>
      <th scope="row">
        <Link href={routes.recipe(recipe.id)}>
          <bdi>{recipe.title || 'Untitled'}</bdi>
        </Link>
      </th>
      <td className="summary">{shortened(recipe.description ?? '', DESCRIPTION) || NOTHING}</td>
      <td data-label="Meal types">
        <Tags tags={recipe.meal_types} />
      </td>
      <td data-label="Preparation" className="amount">
        {formatMinutes(recipe.preparation_time)}
      </td>
      <td data-label="Cooking" className="amount">
        {formatMinutes(recipe.cooking_time)}
      </td>
      {wide && (
        <>
          <td data-label="Ingredients" className="amount">
            {recipe.ingredients.length || NOTHING}
          </td>
          <td data-label="Steps" className="amount">
            {recipe.steps.length || NOTHING}
          </td>
        </>
      )}
    </tr>
  );
}
