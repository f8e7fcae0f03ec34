import type { Transaction } from 'kysely';
import { getPicturePath } from '../db/picture-urls.ts';
import type { Database } from '../db/schema.ts';
import { addDays } from './calendar.ts';
import { recipes } from './recipes/recipes.ts';

/** Days between two new recipes. */
const RECIPE_INTERVAL_DAYS = 11.6;

/** The newest of the sixty recipes is from `now`. */
export async function insertRecipes(transaction: Transaction<Database>, now: Date): Promise<void> {
  const rows = recipes.map(({ picture, ingredients, nutrition_values, ...recipe }, index) => {
    const created = addDays(now, (index + 1 - recipes.length) * RECIPE_INTERVAL_DAYS);
    return {
      ...recipe,
      image_url: getPicturePath(picture),
      ingredients: JSON.stringify(ingredients),
      nutrition_values: JSON.stringify(nutrition_values),
      created_at: created,
      updated_at: created,
    };
  });
  await transaction.insertInto('recipes').values(rows).execute();
}
