import * as v from 'valibot';
import type { ImportedRow } from './imported-row.ts';
import type { Node } from './page/json-ld.ts';
import { ProblemList } from './recipe/report.ts';
import { type RecipeContent, recipeContent } from './recipe-content.ts';

/** The format of our own exports, which are read field for field. The server writes them. */

/**
 * JSON-LD has the content as it is under this name, beside the properties of schema.org, which cannot hold everything.
 */
export const EXACT_CONTENT = 'recipeContent';

/**
 * The columns of CSV. Times are seconds, as in the specification; lists are JSON, because a step may hold every
 * character.
 */
export const exportColumns = {
  texts: ['title', 'description', 'image_url', 'cuisine', 'cookingMethod', 'videoURL'],
  numbers: ['preparation_time', 'cooking_time', 'servings'],
  lists: ['meal_types', 'ingredients', 'steps', 'nutritionValues', 'feature_tags', 'promotional_tags'],
} as const satisfies Readonly<Record<string, readonly (keyof RecipeContent)[]>>;

/** The headings of CSV, in the order of its cells. */
export const exportHeader: readonly string[] = Object.values(exportColumns).flat();

type Source = { readonly file: string; readonly place: string; readonly notes: readonly string[] };

/** The row of a recipe with its exact content; null for any other recipe. */
export function readExportedRecipe(recipe: Node, source: Source): ImportedRow | null {
  const read = v.safeParse(recipeContent, recipe[EXACT_CONTENT]);
  return read.success ? toRow(read.output, source) : null;
}

/** Whether a table was exported by us: it has every column, in any order. */
export function isExportHeader(headings: readonly string[]): boolean {
  const names = headings.map((heading) => heading.replace('\uFEFF', '').trim());
  return exportHeader.every((column) => names.includes(column));
}

/** The row of a recipe of such a table; null if it is no exact content, as after an edit by hand. */
export function readExportedLine(
  [cells = [], ...others]: readonly (readonly string[])[],
  headings: readonly string[],
  source: Source,
): ImportedRow | null {
  const read = others.length === 0 ? fromCsvCells(cells, headings) : null;
  return read?.success ? toRow(read.output, source) : null;
}

/** The content in the cells of a line, or what is wrong with it. */
export function fromCsvCells(
  cells: readonly string[],
  headings: readonly string[],
): v.SafeParseResult<typeof recipeContent> {
  const cell = (field: string) => cells[headings.indexOf(field)] ?? '';
  const optional = (text: string) => (text === '' ? null : text);
  const number = (text: string) => (text.trim() === '' ? null : Number(text));
  return v.safeParse(recipeContent, {
    title: unescapeFormula(cell('title')),
    description: unescapeFormula(cell('description')),
    image_url: optional(unescapeFormula(cell('image_url'))),
    cuisine: optional(unescapeFormula(cell('cuisine'))),
    cookingMethod: optional(unescapeFormula(cell('cookingMethod'))),
    videoURL: optional(unescapeFormula(cell('videoURL'))),
    preparation_time: number(cell('preparation_time')) ?? 0,
    cooking_time: number(cell('cooking_time')) ?? 0,
    servings: number(cell('servings')),
    ...Object.fromEntries(exportColumns.lists.map((field) => [field, readJson(cell(field))])),
  });
}

/** A line of a text that a spreadsheet may run; Japanese ones take the full-width signs, too. */
const FORMULA = /^'*[=+\-@\t＝＋－＠﹢﹣﹦﹫]/u;
/** Before a line break a spreadsheet looks for the formula in the next line. It keeps 15 digits of a number. */
const CHANGED = /^'*(?:[\r\n]|\d{16,}$)/u;

/** The text of a cell with an apostrophe before what a spreadsheet would run or change. */
export function escapeFormula(text: string): string {
  const lines = text.replace(/^.+/gmu, (line) => (FORMULA.test(line) ? `'${line}` : line));
  return CHANGED.test(text) ? `'${lines}` : lines;
}

/** The text from before `escapeFormula`. */
export function unescapeFormula(cell: string): string {
  const isEscaped = (text: string, changed: RegExp) => text.startsWith("'") && changed.test(text);
  const text = isEscaped(cell, CHANGED) ? cell.slice(1) : cell;
  return text.replace(/^.+/gmu, (line) => (isEscaped(line, FORMULA) ? line.slice(1) : line));
}

function readJson(cell: string): unknown {
  if (cell.trim() === '') return [];
  try {
    return JSON.parse(cell);
  } catch {
    // The schema names the field.
    return cell;
  }
}

function toRow(content: RecipeContent, { file, place, notes }: Source): ImportedRow {
  const problems = new ProblemList();
  for (const note of notes) if (note !== '') problems.report('', note);
  return { file, place, title: content.title, content, problems: problems.all() };
}
