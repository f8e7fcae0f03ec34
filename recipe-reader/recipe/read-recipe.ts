import * as v from 'valibot';
import type { ImportedRow } from '../imported-row.ts';
import { readExportedRecipe } from '../own-export.ts';
import { toLines, toText } from '../page/html.ts';
import { INGREDIENTS, localName, type Node, property, rawText, STEPS } from '../page/json-ld.ts';
import { isWebAddress, type RecipeContent, recipeContent, recipeLimits } from '../recipe-content.ts';
import { readPicture, readVideo } from './addresses.ts';
import { readIngredients } from './ingredients.ts';
import { readNutrition } from './nutrition.ts';
import { type FieldContext, fitText, ProblemList } from './report.ts';
import { readServings } from './servings.ts';
import { readSteps } from './steps.ts';
import { readTags } from './tags.ts';
import { readTimes } from './times.ts';

/** Where a recipe comes from. `notes` are problems of its page or file. */
export type RecipeSource = Omit<FieldContext, 'report'> & {
  readonly file: string;
  readonly place: string;
  readonly notes: readonly string[];
};

/** The row of a recipe. Without a title it has no content. */
export function readRecipe(recipe: Node, source: RecipeSource): ImportedRow {
  const exported = readExportedRecipe(recipe, source);
  if (exported) return exported;
  const problems = new ProblemList();
  const { report } = problems;
  for (const note of source.notes) if (note !== '') report('', note);
  const fullTitle = toText(rawText(property(recipe, 'name', 'headline'), 'name'));
  const title = fitText(fullTitle, { field: 'title', name: 'Title', max: recipeLimits.title }, report);
  const row = { file: source.file, place: source.place, title };
  if (title === '') {
    report('title', 'This recipe has no title. Add one to the file, and import it again.');
    return { ...row, content: null, problems: problems.all() };
  }
  const content = check(
    readContent(recipe, title, { ...source, address: source.address ?? ownAddress(recipe), report }),
    problems,
  );
  const unread = Object.keys(recipe).filter(
    (key) => !KNOWN.has(localName(key)) && property(recipe, localName(key)) !== undefined,
  );
  if (unread.length > 0) report('', `This wasn’t read: ${unread.map(inWords).join(', ').slice(0, 300)}.`);
  return { ...row, content, problems: problems.all() };
}

/** Properties that are read, and those of schema.org that say something about the page or the data, not about the recipe. */
const KNOWN: ReadonlySet<string> = new Set(
  [
    ...INGREDIENTS,
    ...STEPS,
    'name headline description image thumbnailUrl video prepTime cookTime totalTime recipeYield yield nutrition',
    'recipeCategory recipeCuisine cookingMethod keywords suitableForDiet promotionalTags',
    '@context @graph @id @type id type url mainEntityOfPage mainEntity hasPart isPartOf itemListElement identifier sameAs',
    'dateCreated dateModified datePublished publisher inLanguage isAccessibleForFree isFamilyFriendly potentialAction',
    'interactionStatistic commentCount wordCount copyrightHolder copyrightNotice copyrightYear mentions about speakable',
  ]
    .flatMap((names) => names.split(' '))
    .map(localName),
);

/** "AggregateRating" is "aggregate rating". */
function inWords(key: string): string {
  return key
    .replace(/^.*[/:]/u, '')
    .replaceAll(/(?<=\p{Ll})\p{Lu}/gu, (letter) => ` ${letter}`)
    .replaceAll('_', ' ')
    .toLowerCase();
}

function readContent(recipe: Node, title: string, context: FieldContext): RecipeContent {
  const { report } = context;
  const description = toLines(rawText(property(recipe, 'description'), 'text')).join('\n');
  return {
    title,
    description: fitText(
      description,
      { field: 'description', name: 'Description', max: recipeLimits.description },
      report,
    ),
    image_url: readPicture(recipe, context),
    ...readTimes(recipe, report),
    servings: readServings(property(recipe, 'recipeYield', 'yield'), report),
    ingredients: readIngredients(recipe, context),
    steps: readSteps(recipe, context),
    nutritionValues: readNutrition(recipe, context),
    ...readTags(recipe, context),
    videoURL: readVideo(recipe, context),
  };
}

/** The page of a recipe that comes without its page. */
function ownAddress(recipe: Node): string | null {
  const addresses = ['url', 'mainEntityOfPage', '@id'].map((name) =>
    rawText(property(recipe, name), '@id', 'url'),
  );
  return addresses.find(isWebAddress) ?? null;
}

/** Null with a problem if a reader let something through that the schema refuses. */
function check(content: RecipeContent, problems: ProblemList): RecipeContent | null {
  const { issues } = v.safeParse(recipeContent, content);
  for (const issue of issues ?? []) {
    problems.report(String(issue.path?.[0]?.key ?? ''), issue.message, issue.input);
  }
  return issues ? null : content;
}
