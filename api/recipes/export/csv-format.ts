import { stringify } from 'csv-stringify/sync';
import * as v from 'valibot';
import { type RecipeContent, recipeContent } from '#contract/recipes/content.ts';

const texts = ['title', 'description', 'image_url', 'cuisine', 'cookingMethod', 'videoURL'] as const;
/** Times are seconds, as in the specification. */
const numbers = ['preparation_time', 'cooking_time', 'servings'] as const;
/** JSON arrays, because a step may hold every character. */
const lists = [
  'meal_types',
  'ingredients',
  'steps',
  'nutritionValues',
  'feature_tags',
  'promotional_tags',
] as const;

/** The columns of an exported file. An import with the same ones reads every cell as it was written. */
export const exportColumns: readonly (keyof RecipeContent)[] = [...texts, ...numbers, ...lists];

/** Spreadsheets recognise UTF-8 by it. */
const BYTE_ORDER_MARK = '\uFEFF';

export function csvHeader(): string {
  return BYTE_ORDER_MARK + stringify([[...exportColumns]]);
}

export function toCsvLine(content: RecipeContent): string {
  const cells = [
    ...texts.map((field) => escapeFormula(content[field] ?? '')),
    ...numbers.map((field) => content[field] ?? ''),
    ...lists.map((field) => JSON.stringify(content[field])),
  ];
  return stringify([cells], { quoted_match: /[\r\n]/u });
}

/** Cells in the order of `columns`. Null if they are no content that the contract allows. */
export function fromCsvCells(
  cells: readonly string[],
  columns: readonly string[],
): v.SafeParseResult<typeof recipeContent> {
  const cell = (field: string) => cells[columns.indexOf(field)] ?? '';
  const optional = (text: string) => (text === '' ? null : text);
  const number = (text: string) => (text.trim() === '' ? null : Number(text));
  return v.safeParse(recipeContent, {
    title: readText(cell('title')),
    description: readText(cell('description')),
    image_url: optional(readText(cell('image_url'))),
    cuisine: optional(readText(cell('cuisine'))),
    cookingMethod: optional(readText(cell('cookingMethod'))),
    videoURL: optional(readText(cell('videoURL'))),
    preparation_time: number(cell('preparation_time')) ?? 0,
    cooking_time: number(cell('cooking_time')) ?? 0,
    servings: number(cell('servings')),
    ...Object.fromEntries(lists.map((field) => [field, readJson(cell(field))])),
  });
}

export function isExportHeader(header: readonly string[]): boolean {
  const names = header.map((name) => name.replace(BYTE_ORDER_MARK, '').trim());
  return exportColumns.every((column) => names.includes(column));
}

/** A spreadsheet would run a text that begins like a formula. An apostrophe before it prevents that. */
function escapeFormula(text: string): string {
  return /^'*[=+\-@\t\r]/u.test(text) ? `'${text}` : text;
}

function readText(cell: string): string {
  return /^'+[=+\-@\t\r]/u.test(cell) ? cell.slice(1) : cell;
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
