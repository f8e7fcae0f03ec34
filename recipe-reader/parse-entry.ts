import { parseIngredientLine } from './lines/ingredients/ingredient-line.ts';
import { parseNutritionLine } from './lines/nutrition-line.ts';
import type { EntryLine, ParsedLine } from './lines/parsed-line.ts';
import { parseStepLine } from './lines/step-line.ts';
import { Refusal } from './refusal.ts';

/** What the pasted lines are. */
export type EntryKind = 'ingredients' | 'nutrition' | 'steps';

const MAX_LINES = 1_000;

const parsers: Readonly<Record<EntryKind, (line: string) => ParsedLine>> = {
  ingredients: parseIngredientLine,
  nutrition: parseNutritionLine,
  steps: parseStepLine,
};

/** What was understood of each pasted line; empty lines are left out. Throws a refusal for more lines than anyone can check. */
export function parseEntry(kind: EntryKind, text: string): EntryLine[] {
  const lines = text.split(/\r\n|[\n\r\u2028]/u).filter((line) => line.trim() !== '');
  if (lines.length > MAX_LINES) {
    throw new Refusal(`Paste at most ${MAX_LINES.toLocaleString('en-US')} lines at a time.`);
  }
  return lines.flatMap((line) => {
    const parsed = parsers[kind](line);
    return parsed ? [{ line: line.trim(), ...parsed }] : [];
  });
}
