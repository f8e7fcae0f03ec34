import type { Kysely } from 'kysely';
import type { RecipeSelection } from '#contract/recipes/bulk.ts';
import type { RecipeContent } from '#contract/recipes/content.ts';
import type { ExportFormat } from '#contract/recipes/exports.ts';
import type { RecipesQuery } from '#contract/recipes/read.ts';
import { matchesKeyword } from '../../db/lists/search.ts';
import { getPictureUrl } from '../../db/picture-urls.ts';
import type { Database } from '../../db/schema.ts';
import { toContent } from '../content.ts';
import { listOrder, matchesFilters } from '../filters.ts';
import { csvHeader, toCsvLine } from './csv-format.ts';
import { toJsonLd } from './json-ld.ts';

const BATCH_RECIPES = 100;

type Export = {
  format: ExportFormat;
  query: RecipeSelection & Pick<RecipesQuery, 'sort' | 'order'>;
  publicApiUrl: string;
};

/** The text of the file, in pieces: every recipe that the list shows, in its order. */
export async function* writeExport(
  db: Kysely<Database>,
  { format, query, publicApiUrl }: Export,
): AsyncGenerator<string> {
  const { head, toText, separator, tail } = formats[format];
  yield head();
  let isFirst = true;
  for await (const content of readContents(db, query)) {
    const image_url = getPictureUrl(publicApiUrl, content.image_url);
    yield (isFirst ? '' : separator) + toText({ ...content, image_url });
    isFirst = false;
  }
  yield tail;
}

type Format = {
  head: () => string;
  toText: (content: RecipeContent) => string;
  separator: string;
  tail: string;
};

const formats: Readonly<Record<ExportFormat, Format>> = {
  jsonld: {
    head: () => '{"@context":"https://schema.org","@graph":[\n',
    toText: (content) => JSON.stringify(toJsonLd(content)),
    separator: ',\n',
    tail: '\n]}\n',
  },
  csv: { head: csvHeader, toText: toCsvLine, separator: '', tail: '' },
};

/** The ids first, so that a change during the export neither repeats nor skips a recipe. */
async function* readContents(db: Kysely<Database>, query: Export['query']): AsyncGenerator<RecipeContent> {
  const found = await db
    .selectFrom('recipes')
    .where(matchesKeyword(query.keyword ?? ''))
    .where(matchesFilters(query))
    .select('id')
    .orderBy(listOrder(query))
    .execute();
  for (let start = 0; start < found.length; start += BATCH_RECIPES) {
    const ids = found.slice(start, start + BATCH_RECIPES).map(({ id }) => id);
    const recipes = await db.selectFrom('recipes').where('id', 'in', ids).selectAll().execute();
    const byId = new Map(recipes.map((recipe) => [recipe.id, recipe]));
    for (const id of ids) {
      const recipe = byId.get(id);
      if (recipe) yield toContent(recipe);
    }
  }
}
