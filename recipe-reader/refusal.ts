import type { ImportedRow, RowProblem } from './imported-row.ts';
import { MAX_IMPORT_BYTES, MAX_IMPORT_RECIPES, MAX_READING_MS } from './limits.ts';

/** A file or a text that cannot be read. The message says why and what to do. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}

export const refusals = {
  tooLarge: `An import can have at most ${MAX_IMPORT_BYTES / 1_000_000} MB. Reading stopped here. Split the files and import them one at a time.`,
  memory: 'This file needs more memory than an import may use. Split it and try again.',
  timeout: 'Reading this file took too long. Split it and try again.',
  time: `Reading these files took more than ${MAX_READING_MS / 60_000} minutes, so it stopped here. Split them and import them one at a time.`,
  archive: 'This is a ZIP inside a ZIP. Unpack it and choose its files instead.',
  references:
    'The parts of this file link to each other far too often. Export it again without these links, or add the recipe by hand.',
  failed: 'This file couldn’t be read. Save it again, or import its recipes in another format.',
  empty: 'This file is empty. Choose a different file.',
  rest: `An import can have at most ${MAX_IMPORT_RECIPES.toLocaleString('en-US')} recipes. The rest wasn’t read. Split the files and import the rest separately.`,
} as const;

/** The row of a file that cannot be read. */
export function refusedRow(file: string, message: string, at: Partial<RefusedPlace> = {}): ImportedRow {
  const problem: RowProblem = { field: '', message, value: at.value ?? '' };
  return { file, place: at.place ?? '', title: at.title ?? '', content: null, problems: [problem] };
}

type RefusedPlace = { place: string; title: string; value: string };
