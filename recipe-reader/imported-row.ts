import type { RecipeContent } from './recipe-content.ts';

/**
 * What could not be read or does not fit. `value` is what was found, shortened; `field` is a field of `RecipeContent`,
 * or '' for the whole recipe or file.
 */
export type RowProblem = { readonly field: string; readonly message: string; readonly value: string };

/** One recipe of a file. */
export type ImportedRow = {
  /** Its name inside a ZIP: "archive.zip/soup.html". */
  readonly file: string;
  /** "line 12" of a CSV file, "recipe 3" of a file with several, or ''. */
  readonly place: string;
  readonly title: string;
  /** Null if it cannot be imported; then a problem says why. */
  readonly content: RecipeContent | null;
  readonly problems: readonly RowProblem[];
};
