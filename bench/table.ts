import type { Measurement } from './measure.ts';

/** The measurements as text: a line per page, the empty page first, then what costs points where. */
export function table(empty: Measurement, pages: ReadonlyMap<string, Measurement>): string {
  const categories = Object.keys(empty.scores);
  const head = ['page', 'largest paint', 'x empty', 'shift', 'bytes', 'requests', ...categories];
  const rows = [['(empty)', empty] as const, ...pages].map(([path, one]) => [
    path,
    `${Math.round(one.largestPaint)} ms`,
    (one.largestPaint / empty.largestPaint).toFixed(2),
    one.shift.toFixed(3),
    String(one.bytes),
    String(one.requests),
    ...categories.map((category) => (path === '(empty)' ? '' : String(one.scores[category] ?? ''))),
  ]);
  const losses = [...pages].flatMap(([path, one]) => one.losses.map((loss) => `${path}: ${loss}`));
  return `${[columns(head, rows), ...losses].join('\n').trimEnd()}\n`;
}

/** A table as text: the first column to the left, the others to the right. */
export function columns(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  const lines = all.map((row) =>
    row
      .map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
      .join('  '),
  );
  return `${lines.join('\n')}\n`;
}
