import type { EntryLine } from '#contract/recipes/entries.ts';

/** What was understood of one line; null if nothing is left of it without bullets and numbers. */
export type ParsedLine = Omit<EntryLine, 'line'> | null;

export type IngredientParts = { name: string; quantity: string; unit: string };

/** A quantity or unit that the line does not have. */
export const MISSING = 'N/A';
