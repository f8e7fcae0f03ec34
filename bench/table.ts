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
  const all = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  const lines = all.map((row) =>
    row
      .map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
      .join('  '),
  );
  const losses = [...pages].flatMap(([path, one]) => one.losses.map((loss) => `${path}: ${loss}`));
  return `${[...lines, '', ...losses].join('\n').trimEnd()}\n`;
}
