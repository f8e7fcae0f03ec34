import type { Node } from '../page/node.ts';
import { parseObject, splitCell } from './cells.ts';
import type { Column } from './columns.ts';

/** A row of a table as a schema.org recipe. Columns of the same kind are joined. */
export function recordToRecipe(cells: readonly string[], columns: readonly (Column | null)[]): Node {
  const recipe = new Map<string, unknown[]>();
  for (const [at, column] of columns.entries()) {
    const cell = cells[at]?.trim() ?? '';
    if (!column || cell === '') continue;
    const property = column.kind === 'nutrition' ? 'nutrition' : column.property;
    const values = recipe.get(property);
    const more = valuesOf(cell, column);
    if (!values) recipe.set(property, more);
    else for (const value of more) values.push(value);
  }
  const entries = [...recipe].map(([property, values]) => [property, joined(property, values)]);
  return { '@type': 'Recipe', ...Object.fromEntries(entries) };
}

function valuesOf(cell: string, column: Column): unknown[] {
  if (column.kind === 'nutrition') return [{ name: column.label, value: cell }];
  if (column.kind === 'time')
    return [/^\d+(?:[.,]\d+)?$/u.test(cell) ? `${cell} ${column.unit || 'min'}` : cell];
  if (column.kind === 'text') return column.property === 'image' ? splitPictures(cell) : [cell];
  const object = column.property === 'nutrition' ? parseObject(cell) : null;
  return object ? [object] : splitCell(cell);
}

/** Addresses have no white space, and a comma only before the next one. */
function splitPictures(cell: string): unknown[] {
  return splitCell(cell).flatMap((item) =>
    typeof item === 'string' ? item.split(/,\s*(?=https?:)|\s(?=https?:)/u) : [item],
  );
}

function joined(property: string, values: readonly unknown[]): unknown {
  return property === 'description' ? values.join('\n') : values;
}
