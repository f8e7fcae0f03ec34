import type { Insertable } from 'kysely';
import { type RecipesTable, recipeColumns } from '#api/db/recipe-tables.ts';
import { storeVersions } from '#api/recipes/versions.ts';
import { journey } from '#tests/setup/journeys/journey.ts';

/** Stores a published recipe with only a title and `values`, and its first version. */
export async function addRecipe(values: Partial<Insertable<RecipesTable>> = {}): Promise<{ id: number }> {
  return journey.db.transaction().execute(async (transaction) => {
    const saved = await transaction
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
      .returning(recipeColumns)
      .executeTakeFirstOrThrow();
    await storeVersions(transaction, [{ saved, savedBy: null, kind: 'created', fields: [] }]);
    return saved;
  });
}
