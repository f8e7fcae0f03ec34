import { type Kysely, sql } from 'kysely';
import type { Database } from '#api/db/schema.ts';
import type { ImportState } from '#contract/recipes/imports.ts';

/** Work in the background, without a worker that does it. */

const DAY_MS = 86_400_000;

const content = {
  title: 'Bench',
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
};

/** Ids of new imports with one file of `rows` recipes; every second row has a duplicate. */
export async function addImports(
  db: Kysely<Database>,
  { count, state, rows = 20 }: { count: number; state: ImportState; rows?: number },
): Promise<number[]> {
  const undoUntil = new Date(Date.now() + DAY_MS);
  const added = await sql<{ id: number }>`
    insert into recipe_imports (state, created_at, undo_until)
    select ${state}, now(), ${undoUntil} from generate_series(1, ${count}) returning id`.execute(db);
  const ids = added.rows.map(({ id }) => id);
  await sql`
    insert into import_files (import_id, name, bytes, is_complete)
    select id, 'recipes.json', 1000, true from unnest(${ids}::integer[]) as id`.execute(db);
  const result = state === 'done' ? 'created' : 'pending';
  await sql`
    insert into import_rows (import_id, row, file, place, title, content, duplicate_ids, choice, result)
    select id, row, 'recipes.json', 'recipe ' || row, 'Bench ' || row, ${JSON.stringify(content)}::jsonb,
      case when row % 2 = 0 then array[row] else '{}' end, 'create', ${result}
    from unnest(${ids}::integer[]) as id, generate_series(1, ${rows}::integer) as row`.execute(db);
  return ids;
}

/** Ids of new changes of many recipes, with `rows` recipes each. */
export async function addChanges(
  db: Kysely<Database>,
  { count, rows }: { count: number; rows: number },
): Promise<number[]> {
  const change = JSON.stringify({ action: 'publish' });
  const added = await sql<{ id: number }>`
    insert into recipe_changes (change, started_at, started_by)
    select ${change}::jsonb, now(), (select min(id) from users where role = 'admin')
    from generate_series(1, ${count}) returning id`.execute(db);
  const ids = added.rows.map(({ id }) => id);
  await sql`
    insert into recipe_change_rows (change_id, recipe_id)
    select id, recipe_id from unnest(${ids}::integer[]) as id, generate_series(1, ${rows}::integer) as recipe_id`.execute(
    db,
  );
  return ids;
}

/** Ids of new retries of many payments, with at most `rows` payments each. */
export async function addRetries(
  db: Kysely<Database>,
  { count, rows }: { count: number; rows: number },
): Promise<number[]> {
  const added = await sql<{ id: number }>`
    insert into payment_retries (notes, started_at, started_by)
    select 'Bench', now(), (select min(id) from users where role = 'admin')
    from generate_series(1, ${count}) returning id`.execute(db);
  const ids = added.rows.map(({ id }) => id);
  await sql`
    insert into payment_retry_rows (retry_id, payment_id)
    select retry_id, payment.id
    from unnest(${ids}::integer[]) as retry_id, (select id from failed_payments order by id limit ${rows}) as payment`.execute(
    db,
  );
  return ids;
}
