/**
 * A line as it was pasted and what was understood. A heading is a line such as "For the sauce:". `name` is the text of a
 * step; `quantity` is the value of a nutrition value.
 */
export type EntryLine = {
  line: string;
  isHeading: boolean;
  name: string;
  quantity: string;
  unit: string;
};

/** What was understood of one line; null if nothing is left of it without bullets and numbers. */
export type ParsedLine = Omit<EntryLine, 'line'> | null;

export type IngredientParts = { name: string; quantity: string; unit: string };

/** A quantity or unit that the line does not have. */
export const MISSING = 'N/A';
