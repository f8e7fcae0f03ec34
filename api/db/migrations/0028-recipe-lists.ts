import { type Kysely, sql } from 'kysely';

const columns = {
  title: 'search_text collate "C"',
  preparation_time: 'preparation_time',
  cooking_time: 'cooking_time',
  updated: 'updated_at',
};

export async function up(db: Kysely<never>): Promise<void> {
  // Each order with its ties is read from either end, and a page is found in the index alone.
  for (const [name, column] of Object.entries(columns)) {
    await sql`drop index ${sql.id(`recipes_${name}`)}`.execute(db);
    await sql`
      create index ${sql.id(`recipes_${name}`)} on recipes (${sql.raw(column)}, created_at desc, id desc)
        include (published_at) where deleted_at is null`.execute(db);
  }
  // A few drafts or gaps among many recipes.
  await sql`
    create index recipes_drafts on recipes (created_at desc, id desc)
      where deleted_at is null and published_at is null`.execute(db);
  // Keep the gaps equal to api/recipes/filters.ts. Each of them is in this index.
  await sql`
    create index recipes_gaps on recipes (created_at desc, id desc)
      where deleted_at is null and (coalesce(image_url, '') = '' or nutrition_values = '[]' or cardinality(steps) = 0
        or (preparation_time = 0 and cooking_time = 0))`.execute(db);
}
