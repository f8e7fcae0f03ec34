import type { Transaction } from 'kysely';
import { pictureOf } from '../db/picture-names.ts';
import type { Database } from '../db/schema.ts';
import { addDays } from './calendar.ts';
import { recipes } from './recipes/recipes.ts';

/** Days between two new recipes. */
const PACE = 11.6;

/** Writes the sixty recipes, as if one had come every eleven days until `now`. */
export async function addRecipes(transaction: Transaction<Database>, now: Date): Promise<void> {
  const rows = recipes.map(({ picture, ingredients, nutrition_values, ...recipe }, index) => {
    const created = addDays(now, (index + 1 - recipes.length) * PACE);
    return {
      ...recipe,
      image_url: pictureOf(picture),
      ingredients: JSON.stringify(ingredients),
      nutrition_values: JSON.stringify(nutrition_values),
      created_at: created,
      updated_at: created,
    };
  });
  await transaction.insertInto('recipes').values(rows).execute();
}
