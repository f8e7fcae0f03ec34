import { cleanLine, collapseSpaces } from '../clean-line.ts';
import { readIngredientHeading } from '../heading.ts';
import { MISSING, type ParsedLine } from '../parsed-line.ts';
import { parseFreeText } from './free-text.ts';
import { parseListedText } from './listed-text.ts';
import { beginsWithNumber } from './quantity-text.ts';

/** Longer lines are a text that was pasted by mistake. */
const MAX_CHARACTERS = 1_000;

/** `name, quantity, unit`, or a free line such as "2 cups flour, sifted". */
export function parseIngredientLine(line: string): ParsedLine {
  const text = toOneCell(line);
  if (text === '') return null;
  const heading = readIngredientHeading(text) ?? readIngredientHeading(collapseSpaces(line));
  if (heading !== null) return { isHeading: true, name: heading, quantity: MISSING, unit: MISSING };
  if (text.length > MAX_CHARACTERS) {
    return { isHeading: false, name: text, quantity: MISSING, unit: MISSING };
  }
  return { isHeading: false, ...(parseListedText(text) ?? parseFreeText(text)) };
}

/** The cells of a spreadsheet are separated by tabs. */
function toOneCell(line: string): string {
  const cells = line.split('\t').map(cleanLine).filter(Boolean);
  return cells.join(beginsWithNumber(cells[0] ?? '') ? ' ' : ', ');
}
