import { sql, type Transaction } from 'kysely';
import type pg from 'pg';
import { copyRows } from '../db/copy.ts';
import type { Database } from '../db/schema.ts';
import { insertRecipes, readCatalogue } from './catalogue.ts';
import { makeRecipes } from './make-recipes.ts';
import type { Random } from './random.ts';

const BATCH_SIZE = 2_000;
/** The catalogue belongs to the smallest demo, and one recipe to ten people of a larger one. */
const SHARE = 1 / 10;

type Writing = {
  client: pg.ClientBase;
  /** It uses the same connection. */
  db: Transaction<Database>;
  random: Random;
  now: Date;
};

export function countRecipes(people: number): number {
  return Math.round(people * SHARE);
}

/**
 * An empty table gets the catalogue first, whatever the count. The others are made. Yields the number of each batch.
 */
export async function* writeRecipes(
  { client, db, random, now }: Writing,
  count: number,
): AsyncGenerator<number> {
  const newest = await db
    .selectFrom('recipes')
    .select('id')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const catalogue = await readCatalogue();
  const inserted = newest ? 0 : await insertRecipes(db, catalogue, now);
  yield inserted;
  const made = Math.max(count - inserted, 0);
  // Numbers above every id are new: a recipe has a number up to its id.
  const firstNumber = (newest?.id ?? inserted) + 1;
  const recipes = makeRecipes(random, now, { count: made, firstNumber, catalogue: catalogue.recipes });
  for (let left = made; left > 0; left -= BATCH_SIZE) {
    yield await copyRows(client, 'recipes', takeRows(recipes, Math.min(left, BATCH_SIZE)));
  }
  await writeFirstVersions(db, newest?.id ?? 0);
}

/** Every recipe has a version for each save; those of the demo are as they were created. */
async function writeFirstVersions(db: Transaction<Database>, newestBefore: number): Promise<void> {
  await sql`
    insert into recipe_versions (recipe_id, version, saved_at, kind, content)
    select id, version, updated_at, 'created', json_build_object(
      'title', title, 'description', description, 'image_url', image_url,
      'preparation_time', preparation_time, 'cooking_time', cooking_time, 'servings', servings,
      'meal_types', meal_types, 'ingredients', ingredients, 'steps', steps, 'nutritionValues', nutrition_values,
      'feature_tags', feature_tags, 'promotional_tags', promotional_tags, 'cuisine', cuisine,
      'cookingMethod', cooking_method, 'videoURL', video_url)
    from recipes where id > ${newestBefore}`.execute(db);
}

function* takeRows<Row>(rows: Iterator<Row>, count: number): Generator<Row> {
  for (let left = count; left > 0; left -= 1) {
    const { done, value } = rows.next();
    if (done) return;
    yield value;
  }
}
