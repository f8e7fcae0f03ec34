import type { Insertable } from 'kysely';
import type { RecipesTable } from '#api/db/recipe-tables.ts';
import { journey } from '#tests/setup/journeys/journey.ts';

/** Stores a published recipe with only a title and `values`. */
export async function addRecipe(values: Partial<Insertable<RecipesTable>> = {}): Promise<{ id: number }> {
  return journey.db
    .insertInto('recipes')
    .values({
      title: 'Soup',
      description: '',
      preparation_time: 0,
      cooking_time: 0,
      meal_types: [],
      ingredients: '[]',
      steps: [],
      nutrition_values: '[]',
      feature_tags: [],
      promotional_tags: [],
      published_at: new Date(0),
      ...values,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
}
