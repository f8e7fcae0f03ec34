import { sql } from 'kysely';
import type { RecipeContent } from '#contract/recipes/content.ts';
import type { ExportFormat } from '#contract/recipes/exports.ts';
import { EXACT_CONTENT, exportColumns, exportHeader } from '#recipe-reader/own-export.ts';
import { selectIds } from '../db/lists/read-list.ts';
import { readSnapshotPages } from '../db/lists/snapshot-pages.ts';
import { getPictureUrl } from '../db/picture-urls.ts';
import { recipeContentColumns } from '../db/recipe-tables.ts';
import type { Db } from '../db/schema.ts';
import { csvHeader, toCsv } from '../http/csv.ts';
import { toContent } from './content.ts';
import { type RecipeListQuery, recipeList } from './list-recipes.ts';

const PAGE_RECIPES = 100;

/** `apiUrl` has its origin: another server reads the pictures from there. */
type Export = { format: ExportFormat; query: RecipeListQuery; apiUrl: string };

/** The text of the file, a page of recipes at a time: every recipe that the list shows, in its order. */
export async function* writeExport(db: Db, { format, query, apiUrl }: Export): AsyncGenerator<string> {
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
      return toText({ ...content, image_url: getPictureUrl(apiUrl, content.image_url) });
    });
    yield before + texts.join(separator);
    before = separator;
  }
  yield before === separator ? tail : before + tail;
}

async function readRecipes(db: Db, ids: readonly number[]) {
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
  csv: { head: () => csvHeader(exportHeader), toText: toCsvLine, separator: '', tail: '' },
};

const { texts, numbers, lists } = exportColumns;

export function toCsvLine(content: RecipeContent): string {
  const cells = [
    ...texts.map((field) => content[field] ?? ''),
    ...numbers.map((field) => content[field] ?? ''),
    ...lists.map((field) => JSON.stringify(content[field])),
  ];
  return toCsv([cells]);
}

/** A recipe of schema.org, for every program that reads it. Source: https://schema.org/Recipe */
function toJsonLd(content: RecipeContent): object {
  const { preparation_time, cooking_time } = content;
  return {
    '@type': 'Recipe',
    name: content.title,
    ...present('description', content.description),
    ...present('image', isAbsolute(content.image_url) ? content.image_url : null),
    ...present('prepTime', toDuration(preparation_time)),
    ...present('cookTime', toDuration(cooking_time)),
    ...present('totalTime', toDuration(preparation_time + cooking_time)),
    ...present('recipeYield', content.servings),
    ...present('recipeCategory', content.meal_types),
    ...present('recipeCuisine', content.cuisine),
    ...present('cookingMethod', content.cookingMethod),
    ...present('keywords', [...content.feature_tags, ...content.promotional_tags]),
    recipeIngredient: content.ingredients.map(({ quantity, unit_type, name }) =>
      [quantity, unit_type, name].filter((part) => part !== '' && part !== 'N/A').join(' '),
    ),
    recipeInstructions: content.steps.map((text) => ({ '@type': 'HowToStep', text })),
    ...present(
      'nutrition',
      content.nutritionValues.map(({ name, value }) => ({ '@type': 'PropertyValue', name, value })),
    ),
    ...present('video', content.videoURL && { '@type': 'VideoObject', contentUrl: content.videoURL }),
    [EXACT_CONTENT]: content,
  };
}

function present(name: string, value: unknown): object {
  const isAbsent = value === null || value === '' || (Array.isArray(value) && value.length === 0);
  return isAbsent ? {} : { [name]: value };
}

function isAbsolute(address: string | null): boolean {
  return address !== null && /^https?:/iu.test(address);
}

/** ISO 8601; '' for an unknown time. */
function toDuration(seconds: number): string {
  if (seconds === 0) return '';
  const [hours, minutes, rest] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60];
  return `PT${hours ? `${hours}H` : ''}${minutes ? `${minutes}M` : ''}${rest ? `${rest}S` : ''}`;
}
