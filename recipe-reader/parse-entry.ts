import { parseIngredientLine } from './lines/ingredient-line.ts';
import {
  cleanLine,
  collapseSpaces,
  type EntryLine,
  type ParsedLine,
  readHeading,
  removeStart,
} from './lines/line-text.ts';
import { Refusal } from './refusal.ts';

/** What the pasted lines are. */
export type EntryKind = 'ingredients' | 'nutrition' | 'steps';

const MAX_LINES = 1_000;

const parsers: Readonly<Record<EntryKind, (line: string) => ParsedLine>> = {
  ingredients: parseIngredientLine,
  nutrition: parseNutritionLine,
  steps: parseStepLine,
};

/**
 * What was understood of each pasted line; empty lines are left out. Throws a refusal for more lines than anyone can
 * check.
 */
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

/** `"calories": "420 kcal",` of a recipe's JSON. */
const JSON_LINE = /^"(?<key>[^"]+)": ?"?(?<value>[^"]*?)"?,?$/u;

/** The first word is the name, the rest the value, unless a colon or a tab comes before the first digit. */
function parseNutritionLine(line: string): ParsedLine {
  const cells = line.split('\t').map(cleanLine).filter(Boolean);
  const [first = '', ...others] = cells;
  const written = cells.length > 1 ? `${first}: ${others.join(' ')}` : cleanLine(line);
  const text = written.replace(JSON_LINE, '$<key>: $<value>');
  if (text === '') return null;
  const colon = text.search(/[:：]/u);
  const digit = text.search(/[\p{N}]/u);
  const hasName = colon > 0 && (digit < 0 || colon < digit);
  const end = hasName ? colon : text.indexOf(' ');
  const name = (end < 0 ? text : text.slice(0, end)).trim().replace(/(?<=\S),$/u, '');
  const value = end < 0 ? '' : collapseSpaces(text.slice(end + 1)).replace(/^[-–—|] /u, '');
  return { isHeading: hasName && value === '', name, quantity: value, unit: '' };
}

/** "Step 2:", "Step 1 of 5", "Schritt:" of "1. Schritt:", and "1 - " before a word. */
const STEP_NUMBER =
  /^(?:(?:step|schritt|[ée]tape|paso|passo|fase|stap|steg|trinn?|krok|korak|vaihe|lépés|adım|βήμα|шаг)(?: ?\d{1,3}(?: ?(?:\/|of|von|sur|de) ?\d{1,3})? ?[:.)–-]?|:)|\d{1,2} ?[:–-](?= \p{L})) ?/iu;

/** One step: the number and the bullet at its beginning are removed; null for a number alone. */
function parseStepLine(line: string): ParsedLine {
  const text = removeStart(cleanLine(line), STEP_NUMBER);
  if (!/\p{L}/u.test(text)) return null;
  const heading = readHeading(text) ?? readHeading(collapseSpaces(line));
  return { isHeading: heading !== null, name: heading ?? text, quantity: '', unit: '' };
}
