import { createReadStream } from 'node:fs';
import type { Transaction } from 'kysely';
import type { RecipeContent } from '#contract/recipes/content.ts';
import { readFile } from '#recipe-reader/read-file.ts';
import { getStoredPicture } from '../db/picture-urls.ts';
import type { Database } from '../db/schema.ts';
import { toColumns } from '../recipes/content.ts';
import { addDays } from './calendar.ts';

const FILE = new URL('recipes.json', import.meta.url);
/** What the addresses of its pictures begin with. They are the server's own drawings. */
const FILE_ORIGIN = 'https://demo.example';
/** Recipes of the file that are still being written: one has no picture, the other no nutrition values. */
const DRAFTS: readonly string[] = ['Overnight Oats with Plums', 'Leek and Potato Soup'];

/** Days between two new recipes. */
const RECIPE_INTERVAL_DAYS = 11.6;
const DRAFT_INTERVAL_DAYS = 3;

export type Catalogue = {
  readonly recipes: readonly RecipeContent[];
  readonly drafts: readonly RecipeContent[];
};

/** The sixty recipes and two drafts of the demo, read as an import reads them. Throws if one cannot be read. */
export async function readCatalogue(): Promise<Catalogue> {
  const contents: RecipeContent[] = [];
  for await (const { title, content, problems } of readFile('recipes.json', createReadStream(FILE))) {
    if (!content || problems.length > 0) throw new Error(`${title}: ${JSON.stringify(problems)}`);
    contents.push({ ...content, image_url: getStoredPicture(FILE_ORIGIN, content.image_url) });
  }
  return {
    recipes: contents.filter(({ title }) => !DRAFTS.includes(title)),
    drafts: contents.filter(({ title }) => DRAFTS.includes(title)),
  };
}

/** The newest of the published recipes is from `now`; the drafts are a few days old. Returns how many they are. */
export async function insertRecipes(
  transaction: Transaction<Database>,
  { recipes, drafts }: Catalogue,
  now: Date,
): Promise<number> {
  const published = recipes.map((recipe, index) => {
    const created = addDays(now, (index + 1 - recipes.length) * RECIPE_INTERVAL_DAYS);
    return { ...toRow(recipe, created), published_at: created };
  });
  const unpublished = drafts.map((draft, index) => ({
    ...toRow(draft, addDays(now, -(index + 1) * DRAFT_INTERVAL_DAYS)),
    published_at: null,
  }));
  const rows = [...published, ...unpublished];
  await transaction.insertInto('recipes').values(rows).execute();
  return rows.length;
}

function toRow(content: RecipeContent, created: Date) {
  return { ...toColumns(content), created_at: created, updated_at: created };
}
