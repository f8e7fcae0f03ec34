import { type Kysely, sql } from 'kysely';
import type { RecipeSelection } from '#contract/recipes/bulk.ts';
import type { RecipeContent } from '#contract/recipes/content.ts';
import type { RecipesQuery } from '#contract/recipes/read.ts';
import { matchesKeyword } from '../../db/lists/search.ts';
import { readSnapshotPages } from '../../db/lists/snapshot-pages.ts';
import { recipeContentColumns } from '../../db/recipe-tables.ts';
import type { Database } from '../../db/schema.ts';
import { toContent } from '../content.ts';
import { matchesFilters } from '../filters.ts';
import { orderBy, readOrder } from '../list/order.ts';

const PAGE_RECIPES = 100;

export type ExportQuery = RecipeSelection & Pick<RecipesQuery, 'sort' | 'order'>;

/** Every recipe of a list, in its order. */
export async function* readPages(db: Kysely<Database>, query: ExportQuery): AsyncGenerator<RecipeContent[]> {
  const pages = readSnapshotPages(db, {
    ids: async () => sql`
      select id from recipes
      where ${matchesKeyword(query.keyword ?? '')} and ${matchesFilters(query)}
      order by ${orderBy(readOrder(query))}`,
    readRows: readRecipes,
    pageSize: PAGE_RECIPES,
  });
  for await (const recipes of pages) yield recipes.map(toContent);
}

function readRecipes(db: Kysely<Database>, ids: readonly number[]) {
  return db
    .selectFrom('recipes')
    .where('id', '=', sql<number>`any(${ids}::integer[])`)
    .select(['id', ...recipeContentColumns])
    .execute();
}
