import type { ImportedRow } from '../imported-row.ts';
import { type RecipeSource, readRecipe } from '../recipe/read-recipe.ts';
import { Refusal, refusedRow } from '../refusal.ts';
import { findRecipes } from './find-recipes.ts';
import type { Node } from './node.ts';
import { readPageParts } from './page-parts.ts';
import { parseJson } from './repair-json.ts';
import { distinctInFile, distinctOnPage } from './same-recipe.ts';

const NO_RECIPE_ON_PAGE =
  'This page has no recipe data (schema.org JSON-LD). Save the recipe’s own page, or add the recipe by hand.';
const NO_RECIPE_IN_JSON =
  'There’s no recipe in this file. Import JSON-LD with objects of "@type": "Recipe", a saved web page, or a CSV file.';
const REPAIRED = 'This recipe’s JSON was broken and has been repaired. Check its values.';

/** The rows of a saved web page. */
export function* readPage(file: string, html: string): Generator<ImportedRow> {
  const { scripts, title, address } = readPageParts(html);
  const documents: unknown[] = [];
  let message = NO_RECIPE_ON_PAGE;
  let isGuessed = false;
  for (const script of scripts) {
    try {
      const parsed = parseJson(script);
      documents.push(parsed.value);
      isGuessed ||= parsed.isGuessed && mentionsRecipe(script);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (mentionsRecipe(script)) message = error.message;
    }
  }
  const found = findRecipes(documents);
  const { recipes, stubs } = distinctOnPage(found.recipes);
  if (recipes.length === 0) {
    yield refusedRow(file, message, { title });
    return;
  }
  const notes = [
    isGuessed ? REPAIRED : '',
    message === NO_RECIPE_ON_PAGE ? '' : `Part of this page couldn’t be read. ${message}`,
    stubs > 0
      ? `${stubs} more recipes are only mentioned on this page. Save their pages to import them.`
      : '',
  ];
  yield* rowsOf(recipes, { file, address, resolve: found.references.resolve, notes });
}

/** The rows of a JSON file, or of a text that may hold JSON. */
export function* readJson(file: string, text: string): Generator<ImportedRow> {
  const { value, isGuessed } = parseJson(text);
  const found = findRecipes([value]);
  const recipes = distinctInFile(found.recipes);
  if (recipes.length === 0) throw new Refusal(NO_RECIPE_IN_JSON);
  const notes = isGuessed ? [REPAIRED] : [];
  yield* rowsOf(recipes, { file, address: null, resolve: found.references.resolve, notes });
}

type Source = Omit<RecipeSource, 'place'>;

function* rowsOf(recipes: readonly Node[], source: Source): Generator<ImportedRow> {
  for (const [at, recipe] of recipes.entries()) {
    const place = recipes.length > 1 ? `recipe ${at + 1}` : '';
    yield readRecipe(recipe, { ...source, place, notes: at === 0 ? source.notes : [] });
  }
}

/** Broken scripts about something else are of no interest. */
function mentionsRecipe(script: string): boolean {
  return /["'/:;]Recipe["'&]/u.test(script);
}
