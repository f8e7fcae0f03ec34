import { jsonrepair } from 'jsonrepair';

/** Characters of a list in JSON; longer ones are read as lines. */
const MAX_JSON_CELL = 200_000;

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

function parseCell(text: string): unknown {
  if (text.length > MAX_JSON_CELL) return null;
  try {
    return JSON.parse(text);
  } catch {
    return repairCell(text);
  }
}

/** Python writes its lists with single quotes. */
function repairCell(text: string): unknown {
  try {
    return JSON.parse(jsonrepair(text));
  } catch {
    return null;
  }
}
