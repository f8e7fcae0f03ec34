import { cleanLine, collapseSpaces, removeStart } from './clean-line.ts';
import { readHeading } from './heading.ts';
import type { ParsedLine } from './parsed-line.ts';

/** "Step 2:", "Step 1 of 5", "Schritt:" of "1. Schritt:", and "1 - " before a word. */
const STEP_NUMBER =
  /^(?:(?:step|schritt|[ée]tape|paso|passo|fase|stap|steg|trinn?|krok|korak|vaihe|lépés|adım|βήμα|шаг)(?: ?\d{1,3}(?: ?(?:\/|of|von|sur|de) ?\d{1,3})? ?[:.)–-]?|:)|\d{1,2} ?[:–-](?= \p{L})) ?/iu;

/** One step: the number and the bullet at its beginning are removed; null for a number alone. */
export function parseStepLine(line: string): ParsedLine {
  const text = removeStart(cleanLine(line), STEP_NUMBER);
  if (!/\p{L}/u.test(text)) return null;
  const heading = readHeading(text) ?? readHeading(collapseSpaces(line));
  return { isHeading: heading !== null, name: heading ?? text, quantity: '', unit: '' };
}
