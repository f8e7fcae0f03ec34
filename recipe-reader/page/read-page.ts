import type { DecodedText } from '../files/bytes.ts';
import type { ImportedRow } from '../imported-row.ts';
import { type RecipeSource, readRecipe } from '../recipe/read-recipe.ts';
import { Refusal, refusedRow } from '../refusal.ts';
import { distinctInFile, distinctOnPage, findRecipes, isStub, withoutStubs } from './find-recipes.ts';
import { readTags, toText } from './html.ts';
import type { Node } from './json-ld.ts';
import { readMicrodata } from './microdata.ts';
import { parseJson } from './parse-json.ts';

const NO_RECIPE_ON_PAGE =
  'This page has no recipe data (schema.org as JSON-LD, microdata, or RDFa). Save the recipe’s own page, or add the recipe by hand.';
const NO_RECIPE_IN_JSON =
  'There’s no recipe in this file. Import JSON-LD with objects of "@type": "Recipe", a saved web page, or a CSV file.';
const REPAIRED = 'This recipe’s JSON was broken and has been repaired. Check its values.';

/** The rows of a saved web page. `note` is about its text. */
export function* readPage(file: string, { text: html, note }: DecodedText): Generator<ImportedRow> {
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
  // Recipes of one title are different ones in a manager's export, which has no JSON-LD.
  const inTags = found.recipes.every(isStub) ? withoutStubs(findRecipes(readMicrodata(html)).recipes) : null;
  const { recipes, stubs } = inTags?.recipes.some((recipe) => !isStub(recipe))
    ? inTags
    : distinctOnPage(found.recipes);
  if (recipes.length === 0) {
    yield refusedRow(file, message, { title });
    return;
  }
  const notes = [
    note,
    isGuessed ? REPAIRED : '',
    message === NO_RECIPE_ON_PAGE ? '' : `Part of this page couldn’t be read. ${message}`,
    stubs > 0
      ? `${stubs} more recipes are only mentioned on this page. Save their pages to import them.`
      : '',
  ];
  yield* rowsOf(recipes, { file, address, resolve: found.references.resolve, notes });
}

/** The rows of a JSON file, or of a text that may hold JSON. */
export function* readJson(file: string, { text, note }: DecodedText): Generator<ImportedRow> {
  const { value, isGuessed } = parseJson(text);
  const found = findRecipes([value]);
  const recipes = distinctInFile(found.recipes);
  if (recipes.length === 0) throw new Refusal(NO_RECIPE_IN_JSON);
  const notes = [note, isGuessed ? REPAIRED : ''];
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

type PageParts = {
  /** Texts of the scripts with JSON-LD. */
  readonly scripts: readonly string[];
  readonly title: string;
  /** The page's own address, for relative addresses; null if it names none. */
  readonly address: string | null;
};

const JSON_LD = /^\s*application\/ld\+json\s*(?:;|$)/iu;

/** What is needed of a saved page. */
function readPageParts(html: string): PageParts {
  const scripts: string[] = [];
  const addresses: Record<'canonical' | 'og' | 'base', string> = { canonical: '', og: '', base: '' };
  let title = '';
  const inside: { name: string; parts: string[] } = { name: '', parts: [] };
  readTags(html, {
    open: (name, attributes) => {
      const of = (attribute: string) => attributes.get(attribute) ?? '';
      if (name === 'script' && JSON_LD.test(of('type'))) inside.name = name;
      else if (name === 'title' && title === '') inside.name = name;
      else if (name === 'link' && /\bcanonical\b/iu.test(of('rel'))) addresses.canonical ||= of('href');
      else if (name === 'meta' && (of('property') || of('name')) === 'og:url') addresses.og ||= of('content');
      else if (name === 'base') addresses.base ||= of('href');
    },
    text: (data) => {
      if (inside.name !== '') inside.parts.push(data);
    },
    close: (name) => {
      if (name !== inside.name) return;
      const content = inside.parts.splice(0).join('');
      if (name === 'script') scripts.push(content);
      else title = toText(content);
      inside.name = '';
    },
  });
  // A page that was cut short inside its script.
  if (inside.name === 'script') scripts.push(inside.parts.join(''));
  const address = [addresses.base, addresses.canonical, addresses.og].find((one) =>
    /^https?:\/\//iu.test(one),
  );
  return { scripts, title, address: address ?? null };
}

/** The encoding that a page names for itself in its first bytes. */
export function namedEncoding(bytes: Uint8Array): string | null {
  const start = Buffer.from(bytes.subarray(0, 4_096)).toString('latin1');
  return (
    /<meta[^<>]{0,200}?charset\s{0,9}=\s{0,9}["']?(?<name>[\w-]{1,40})/iu.exec(start)?.groups?.name ?? null
  );
}
