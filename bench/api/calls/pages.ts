/** Pages of a list with ten rows a page. They move with the turns, so that no remembered position flatters the figure. */

const ROWS_PER_PAGE = 10;
const MOVED_PAGES = 20;
const FAR = 1_000;

const pages = {
  'page 1': () => 1,
  'page 1,000': (last: number, moved: number) => Math.min(FAR, last) - moved,
  '1,000 pages before the last': (last: number, moved: number) => last - FAR - moved,
  'the last page': (last: number) => last,
} as const;

export type PageKind = keyof typeof pages;
export const pageKinds = Object.keys(pages) as PageKind[];

/** At least page 1. A list with fewer pages has its last one. */
export function getPage(kind: PageKind, { rows, turn }: { rows: number; turn: number }): number {
  const last = Math.max(1, Math.ceil(rows / ROWS_PER_PAGE));
  return Math.max(1, pages[kind](last, turn % MOVED_PAGES));
}
