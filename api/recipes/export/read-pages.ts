import { type Kysely, sql } from 'kysely';
import type { RecipeSelection } from '#contract/recipes/bulk.ts';
import type { RecipeContent } from '#contract/recipes/content.ts';
import type { RecipesQuery } from '#contract/recipes/read.ts';
import { matchesKeyword } from '../../db/lists/search.ts';
import { recipeContentColumns } from '../../db/recipe-tables.ts';
import type { Database } from '../../db/schema.ts';
import { toContent } from '../content.ts';
import { listOrder, matchesFilters } from '../filters.ts';

/** The size of a page, and all that is in memory of an export. */
const PAGE_RECIPES = 100;

export type ExportQuery = RecipeSelection & Pick<RecipesQuery, 'sort' | 'order'>;

/**
 * Every recipe of a list, in its order, from a cursor in one snapshot: a change during the export neither repeats nor
 * skips a recipe. Holds its connection until the last page or `return()`.
 */
export async function* readPages(db: Kysely<Database>, query: ExportQuery): AsyncGenerator<RecipeContent[]> {
  const snapshot = await db
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute();
  try {
    // Of the ids: where no index has the order, PostgreSQL sorts these and not the contents.
    await sql`
      declare listed no scroll cursor for
      select id from recipes where ${matchesKeyword(query.keyword ?? '')} and ${matchesFilters(query)}
      order by ${listOrder(query)}`.execute(snapshot);
    for (;;) {
      const { rows } = await sql<{ id: number }>`fetch ${sql.lit(PAGE_RECIPES)} from listed`.execute(
        snapshot,
      );
      if (rows.length === 0) return;
      const ids = rows.map(({ id }) => id);
      const recipes = await snapshot
        .selectFrom('recipes')
        .where('id', '=', sql<number>`any(${ids}::integer[])`)
        .select(['id', ...recipeContentColumns])
        .execute();
      const byId = new Map(recipes.map((recipe) => [recipe.id, recipe]));
      yield ids.flatMap((id) => {
        const recipe = byId.get(id);
        return recipe ? [toContent(recipe)] : [];
      });
    }
  } finally {
    // The connection may be lost, which the query has said already. It is released anyway.
    await snapshot
      .rollback()
      .execute()
      .catch(() => undefined);
  }
}
