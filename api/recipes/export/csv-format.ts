import { stringify } from 'csv-stringify/sync';
import * as v from 'valibot';
import { type RecipeContent, recipeContent } from '#contract/recipes/content.ts';
import { BYTE_ORDER_MARK, escapeFormula, unescapeFormula } from '../../http/files/csv.ts';

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
    title: unescapeFormula(cell('title')),
    description: unescapeFormula(cell('description')),
    image_url: optional(unescapeFormula(cell('image_url'))),
    cuisine: optional(unescapeFormula(cell('cuisine'))),
    cookingMethod: optional(unescapeFormula(cell('cookingMethod'))),
    videoURL: optional(unescapeFormula(cell('videoURL'))),
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

function readJson(cell: string): unknown {
  if (cell.trim() === '') return [];
  try {
    return JSON.parse(cell);
  } catch {
    // The schema names the field.
    return cell;
  }
}
