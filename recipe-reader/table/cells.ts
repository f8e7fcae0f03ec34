import { jsonrepair } from 'jsonrepair';
import { MAX_JSON_DEPTH, MAX_REPAIR_CELL } from '../limits.ts';
import { depthOf } from '../page/json-depth.ts';

/**
 * The items of a cell: of a JSON array, of `c("…", "…")` as R writes it, else its lines, else what `|` or `;` separates.
 */
export function splitCell(cell: string): unknown[] {
  const text = cell.trim();
  const inner = /^c\(/u.test(text) && text.endsWith(')') ? `[${text.slice(2, -1)}]` : text;
  const array = inner.startsWith('[') && inner.endsWith(']') ? parseArray(inner) : null;
  if (array) return array;
  const separator = [/[\n\r]/u, /\|/u, /;/u].find((one) => one.test(text));
  return separator ? text.split(separator).filter((item) => item.trim() !== '') : [text];
}

/** An object or an array in a cell; null for other texts. */
export function parseObject(cell: string): unknown {
  const text = cell.trim();
  return text.startsWith('{') && text.endsWith('}') ? parseCell(text) : null;
}

function parseArray(text: string): unknown[] | null {
  const value = parseCell(text);
  return Array.isArray(value) ? value : null;
}

/** Python writes its lists with single quotes. */
function parseCell(text: string): unknown {
  return tryParse(text) ?? tryParse(repairCell(text));
}

function repairCell(text: string): string {
  try {
    return text.length > MAX_REPAIR_CELL ? '' : jsonrepair(text);
  } catch {
    return '';
  }
}

function tryParse(text: string): unknown {
  try {
    return depthOf(text) > MAX_JSON_DEPTH ? null : JSON.parse(text);
  } catch {
    return null;
  }
}
