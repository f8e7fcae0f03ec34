/** A table in Markdown. The first column is left-aligned, the others right-aligned. */
export function renderTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [head, ...rows];
  const widths = head.map((_, column) => Math.max(3, ...all.map((row) => row[column]?.length ?? 0)));
  const toLine = (row: readonly string[]) => {
    const cells = widths.map((width, at) =>
      at === 0 ? (row[at] ?? '').padEnd(width) : (row[at] ?? '').padStart(width),
    );
    return `| ${cells.join(' | ')} |\n`;
  };
  const rule = widths.map((width, at) => '-'.repeat(at === 0 ? width : width - 1) + (at === 0 ? '' : ':'));
  return [head, rule, ...rows].map(toLine).join('');
}

/** The value below which the given part of the values is. */
export function percentile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)] ?? Number.NaN;
}

/** The median item by the order of `by`. Throws for an empty list. */
export function median<Item>(items: readonly Item[], by: (item: Item) => number): Item {
  const middle = items.toSorted((one, other) => by(one) - by(other))[Math.floor(items.length / 2)];
  if (!middle) throw new Error('There is nothing to take the middle of.');
  return middle;
}
