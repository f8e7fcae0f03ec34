import { type Kysely, sql } from 'kysely';
import type { RecipeContent } from '#contract/recipes/content.ts';
import type { ExportFormat } from '#contract/recipes/exports.ts';
import { selectIds } from '../../db/lists/read-list.ts';
import { readSnapshotPages } from '../../db/lists/snapshot-pages.ts';
import { getPictureUrl } from '../../db/picture-urls.ts';
import { recipeContentColumns } from '../../db/recipe-tables.ts';
import type { Database } from '../../db/schema.ts';
import { toContent } from '../content.ts';
import { type RecipeListQuery, recipeList } from '../list-recipes.ts';
import { csvHeader, toCsvLine } from './csv-format.ts';
import { toJsonLd } from './json-ld.ts';

const PAGE_RECIPES = 100;

type Export = { format: ExportFormat; query: RecipeListQuery; publicApiUrl: string };

/** The text of the file, a page of recipes at a time: every recipe that the list shows, in its order. */
export async function* writeExport(
  db: Kysely<Database>,
  { format, query, publicApiUrl }: Export,
): AsyncGenerator<string> {
  const { head, toText, separator, tail } = formats[format];
  let before = head();
  const pages = readSnapshotPages(db, {
    ids: selectIds(recipeList(query)),
    readRows: readRecipes,
    pageSize: PAGE_RECIPES,
  });
  for await (const recipes of pages) {
    const texts = recipes.map((recipe) => {
      const content = toContent(recipe);
      return toText({ ...content, image_url: getPictureUrl(publicApiUrl, content.image_url) });
    });
    yield before + texts.join(separator);
    before = separator;
  }
  yield before === separator ? tail : before + tail;
}

async function readRecipes(db: Kysely<Database>, ids: readonly number[]) {
  return db
    .selectFrom('recipes')
    .where('id', '=', sql<number>`any(${ids}::integer[])`)
    .select(['id', ...recipeContentColumns])
    .execute();
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
