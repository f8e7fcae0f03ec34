import type { Transaction } from 'kysely';
import { getPicturePath } from '../db/picture-urls.ts';
import type { Database } from '../db/schema.ts';
import { addDays } from './calendar.ts';
import { drafts } from './recipes/drafts.ts';
import type { DemoDraft } from './recipes/recipe.ts';
import { recipes } from './recipes/recipes.ts';

/** Days between two new recipes. */
const RECIPE_INTERVAL_DAYS = 11.6;
const DRAFT_INTERVAL_DAYS = 3;

/** The newest of the sixty published recipes is from `now`; the drafts are a few days old. Returns how many they are. */
export async function insertRecipes(transaction: Transaction<Database>, now: Date): Promise<number> {
  const published = recipes.map((recipe, index) => {
    const created = addDays(now, (index + 1 - recipes.length) * RECIPE_INTERVAL_DAYS);
    return { ...toRow(recipe, created), published_at: created };
  });
  const unpublished = drafts.map((draft, index) => ({
    ...toRow(draft, addDays(now, -(index + 1) * DRAFT_INTERVAL_DAYS)),
    published_at: null,
  }));
  const rows = [...published, ...unpublished];
  await transaction.insertInto('recipes').values(rows).execute();
  return rows.length;
}

function toRow({ picture, ingredients, nutrition_values, ...recipe }: DemoDraft, created: Date) {
  return {
    ...recipe,
    image_url: picture && getPicturePath(picture),
    ingredients: JSON.stringify(ingredients),
    nutrition_values: JSON.stringify(nutrition_values),
    created_at: created,
    updated_at: created,
  };
}
