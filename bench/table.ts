import type { Measurement } from './measure.ts';

/** One line per page, the empty page first, then the failed audits. */
export function renderTable(empty: Measurement, pages: ReadonlyMap<string, Measurement>): string {
  const categories = Object.keys(empty.categoryScores);
  const head = ['page', 'largest paint', 'x empty', 'shift', 'bytes', 'requests', ...categories];
  const rows = [['(empty)', empty] as const, ...pages].map(([path, one]) => [
    path,
    `${Math.round(one.largestPaintMs)} ms`,
    (one.largestPaintMs / empty.largestPaintMs).toFixed(2),
    one.layoutShift.toFixed(3),
    String(one.transferBytes),
    String(one.requests),
    ...categories.map((category) => (path === '(empty)' ? '' : String(one.categoryScores[category] ?? ''))),
  ]);
  const failedAudits = [...pages].flatMap(([path, one]) =>
    one.failedAudits.map((loss) => `${path}: ${loss}`),
  );
  return `${[renderColumns(head, rows), ...failedAudits].join('\n').trimEnd()}\n`;
}

/** The first column is left-aligned, the others right-aligned. */
export function renderColumns(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  const lines = all.map((row) =>
    row
      .map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
      .join('  '),
  );
  return `${lines.join('\n')}\n`;
}
