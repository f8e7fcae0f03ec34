import { Link } from 'wouter';
import type { RecipeRow } from '#contract/recipes.ts';
import { routes } from '../routes.ts';
import { NOTHING } from '../ui/format.ts';
import { DEFAULT_PAGE_SIZE } from '../ui/list-state.ts';
import { SkeletonRows } from '../ui/SkeletonRows.tsx';
import { formatMinutes } from './minutes.ts';
import { Picture } from './Picture.tsx';
import { shortened } from './shortened.ts';
import { Tags } from './Tags.tsx';

/** Characters of a description that a list shows. */
const DESCRIPTION = 100;

const columns = ['Image', 'Title', 'Description', 'Meal types', 'Preparation', 'Cooking'] as const;
const times: readonly string[] = ['Preparation', 'Cooking'];

/** The recipes of one page; null while the first page loads. */
export function RecipesTable({ rows }: { rows: readonly RecipeRow[] | null }) {
  return (
    <table className="records recipes">
      <caption className="visually-hidden">Recipes</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col" className={times.includes(column) ? 'amount' : undefined}>
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows?.map((recipe) => <RecipeLine key={recipe.id} recipe={recipe} />) ?? (
          <SkeletonRows rows={DEFAULT_PAGE_SIZE} columns={columns.length} />
        )}
      </tbody>
    </table>
  );
}

function RecipeLine({ recipe }: { recipe: RecipeRow }) {
  return (
    <tr>
      <td className="plate">
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
    </tr>
  );
}
