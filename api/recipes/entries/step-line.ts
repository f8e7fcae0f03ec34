import { cleanLine, collapseSpaces, removeStart } from './clean-line.ts';
import { readHeading } from './heading.ts';
import type { ParsedLine } from './parsed-line.ts';

const STEP_NUMBER = /^(?:step|schritt|[ée]tape|paso) ?\d{1,3} ?[:.)–-]? ?/iu;

/** One step: the number and the bullet at its beginning are removed. */
export function parseStepLine(line: string): ParsedLine {
  const text = removeStart(cleanLine(line), STEP_NUMBER);
  if (text === '') return null;
  const heading = readHeading(text) ?? readHeading(collapseSpaces(line));
  return { isHeading: heading !== null, name: heading ?? text, quantity: '', unit: '' };
}
