import type { EntryKind, EntryLine } from '#contract/recipes/entries.ts';
import { Problem } from '../../http/problem.ts';
import { parseIngredientLine } from './ingredients/ingredient-line.ts';
import { parseNutritionLine } from './nutrition-line.ts';
import type { ParsedLine } from './parsed-line.ts';
import { parseStepLine } from './step-line.ts';

const MAX_LINES = 1_000;

const parsers: Readonly<Record<EntryKind, (line: string) => ParsedLine>> = {
  ingredients: parseIngredientLine,
  nutrition: parseNutritionLine,
  steps: parseStepLine,
};

/** Throws 422 for more lines than anyone can check. */
export function parseEntry(kind: EntryKind, text: string): EntryLine[] {
  const lines = text.split(/\r\n|[\n\r\u2028]/u).filter((line) => line.trim() !== '');
  if (lines.length > MAX_LINES) {
    throw new Problem(422, `Paste at most ${MAX_LINES.toLocaleString('en-US')} lines at a time.`);
  }
  return lines.flatMap((line) => {
    const parsed = parsers[kind](line);
    return parsed ? [{ line: line.trim(), ...parsed }] : [];
  });
}
