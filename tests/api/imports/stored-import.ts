import type { Db } from '#api/db/schema.ts';

const content = (title: string) => ({
  title,
  description: '',
  image_url: null,
  preparation_time: 0,
  cooking_time: 0,
  servings: null,
  meal_types: [],
  ingredients: [],
  steps: [],
  nutritionValues: [],
  feature_tags: [],
  promotional_tags: [],
  cuisine: null,
  cookingMethod: null,
  videoURL: null,
});

/** An import that was started and that no worker has seen; each row is a recipe without anything but a title. */
export async function storeImport(db: Db, titles: readonly string[]): Promise<number> {
  const now = new Date();
  const { id } = await db
    .insertInto('background_jobs')
    .values({
      kind: 'recipe_import',
      state: 'importing',
      started_at: now,
      started_by: 1,
      acted_by: 1,
      due_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const rows = titles.map((title, index) => ({
    import_id: id,
    row: index + 1,
    file: 'recipes.json',
    place: '',
    title,
    content: JSON.stringify(content(title)),
    problems: '[]',
  }));
  const work = rows.map(({ row }) => ({ job_id: id, row }));
  await db.insertInto('background_job_rows').values(work).execute();
  await db.insertInto('import_recipes').values(rows).execute();
  return id;
}
