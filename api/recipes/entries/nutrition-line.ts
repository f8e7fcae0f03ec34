import { cleanLine, collapseSpaces } from './clean-line.ts';
import type { ParsedLine } from './parsed-line.ts';

/** The first word is the name, the rest the value, unless a colon or a tab comes before the first digit. */
export function parseNutritionLine(line: string): ParsedLine {
  const cells = line.split('\t').map(cleanLine).filter(Boolean);
  const [first = '', ...others] = cells;
  const text = cells.length > 1 ? `${first}: ${others.join(' ')}` : cleanLine(line);
  if (text === '') return null;
  const colon = text.search(/[:：]/u);
  const digit = text.search(/[\p{N}]/u);
  const hasName = colon > 0 && (digit < 0 || colon < digit);
  const end = hasName ? colon : text.indexOf(' ');
  const name = (end < 0 ? text : text.slice(0, end)).trim();
  const value = end < 0 ? '' : collapseSpaces(text.slice(end + 1));
  return { isHeading: hasName && value === '', name, quantity: value, unit: '' };
}
