import { cleanLine, collapseSpaces } from './clean-line.ts';
import type { ParsedLine } from './parsed-line.ts';

/** `"calories": "420 kcal",` of a recipe's JSON. */
const JSON_LINE = /^"(?<key>[^"]+)": ?"?(?<value>[^"]*?)"?,?$/u;

/** The first word is the name, the rest the value, unless a colon or a tab comes before the first digit. */
export function parseNutritionLine(line: string): ParsedLine {
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
