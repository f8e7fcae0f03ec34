import * as v from 'valibot';
import { type RecipeContent, recipeContent } from '#contract/recipes/content.ts';
import { fromCsvCells } from '../../../recipes/export/csv-format.ts';
import { EXACT_CONTENT } from '../../../recipes/export/json-ld.ts';
import type { ImportedRow } from '../imported-row.ts';
import type { Node } from '../page/node.ts';
import { ProblemList } from '../problem-list.ts';

type Source = { readonly file: string; readonly place: string; readonly notes: readonly string[] };

/** The row of a recipe that our export wrote, field for field; null for any other recipe. */
export function readExportedRecipe(recipe: Node, source: Source): ImportedRow | null {
  const read = v.safeParse(recipeContent, recipe[EXACT_CONTENT]);
  return read.success ? toRow(read.output, source) : null;
}

/** The row of a line of our own CSV export. */
export function readExportedLine(
  cells: readonly string[],
  headings: readonly string[],
  source: Source,
): ImportedRow {
  const read = fromCsvCells(cells, headings);
  if (read.success) return toRow(read.output, source);
  const problems = new ProblemList();
  for (const { path, message, input } of read.issues) {
    problems.report(String(path?.[0]?.key ?? ''), message, input);
  }
  const { file, place } = source;
  return {
    file,
    place,
    title: cells[headings.indexOf('title')] ?? '',
    content: null,
    problems: problems.all(),
  };
}

function toRow(content: RecipeContent, { file, place, notes }: Source): ImportedRow {
  const problems = new ProblemList();
  for (const note of notes) if (note !== '') problems.report('', note);
  return { file, place, title: content.title, content, problems: problems.all() };
}
