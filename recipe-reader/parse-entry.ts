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
  const entries = kind === 'steps' ? lines.flatMap(splitNumbered) : lines;
  return entries.flatMap((line) => {
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

const STEP_WORD =
  'step|schritt|[ée]tape|paso|passo|fase|stap|steg|trinn?|krok|korak|vaihe|lépés|adım|βήμα|шаг';
/** "1. ", "2) ", "(3) ", "4 - ", "Step 5: " and "Step 6 " before a word. */
const MARKER = new RegExp(
  String.raw`(?<![\p{L}\p{N},/]|\p{N}\.)\(?(?:(?:${STEP_WORD}) ?(?<named>\d{1,2})(?: ?[.):–-])?|(?<number>\d{1,2})(?:[.)]| ?[:–-](?= )))(?= ?[\p{L}"“«„¿¡(])`,
  'giu',
);
const CIRCLED = /(?=[①-⑳]|\d\uFE0F?\u20E3)/u;
const SENTENCE_END = /(?:^|[.!?:;…)。！？”"])\s*$/u;

/**
 * "1. Boil. 2. Serve." is two lines. Only numbers that count up from 1 at the ends of sentences split, or three in a
 * row anywhere: "90.5 degrees" and "for 2. Serve" do not.
 */
function splitNumbered(line: string): string[] {
  const text = collapseSpaces(line);
  const circled = text.split(CIRCLED).map((part) => part.trim());
  if (circled.length > 1) return circled.filter(Boolean);
  const markers = [...text.matchAll(MARKER)].map(({ index, groups }) => ({
    index,
    number: Number(groups?.named ?? groups?.number),
    endsSentence: SENTENCE_END.test(text.slice(Math.max(0, index - 3), index)),
  }));
  const found: typeof markers = [];
  for (const marker of markers) {
    const last = found.at(-1);
    if (marker.number === found.length + 1) found.push(marker);
    // The same number again, now where a sentence ends.
    else if (last?.number === marker.number && !last.endsSentence && marker.endsSentence)
      found[found.length - 1] = marker;
  }
  const isCounted = found.length > 2 || (found.length > 1 && found.every(({ endsSentence }) => endsSentence));
  if (!isCounted || !found[0]?.endsSentence) return [line];
  const starts = found.map(({ index }) => index);
  return [0, ...starts.filter((start) => start > 0)]
    .map((start, at, all) => text.slice(start, all[at + 1]).trim())
    .filter(Boolean);
}

/** "Step 2:", "Step 1 of 5", "Schritt:" of "1. Schritt:", and "1 - " before a word. */
const STEP_NUMBER = new RegExp(
  String.raw`^(?:(?:${STEP_WORD})(?: ?\d{1,3}(?: ?(?:\/|of|von|sur|de) ?\d{1,3})? ?[:.)–-]?|:)|\d{1,2} ?[:–-](?= \p{L})) ?`,
  'iu',
);

/** One step: the number and the bullet at its beginning are removed; null for a number alone. */
function parseStepLine(line: string): ParsedLine {
  const text = removeStart(cleanLine(line), STEP_NUMBER);
  if (!/\p{L}/u.test(text)) return null;
  const heading = readHeading(text) ?? readHeading(collapseSpaces(line));
  return { isHeading: heading !== null, name: heading ?? text, quantity: '', unit: '' };
}
