/** The client build and the page rendering are two bundles in one process. */
const key = Symbol.for('hand-off.console-entry');
const holder = globalThis as { [key]?: ConsoleEntry };

export function setConsoleEntry(entry: ConsoleEntry): void {
  holder[key] = entry;
}

export type ConsoleEntry = {
  /** The module that exports `mount`. */
  address: string;
  refresh: string | null;
  /** The addresses of the other scripts and stylesheets that every screen needs. */
  files: readonly string[];
};

/**
 * Without a stored session: read the page, go to the sign-in, or (404) confirm a deletion on a plain static host and go
 * to the sign-in from every other address, which then says so.
 */
export type VisitorAction = 'read' | 'sign-in' | 'not-found' | 'say-not-found';

export function consoleEntry(): ConsoleEntry {
  if (import.meta.env.DEV) {
    return { address: '/admin-spa/mount.tsx', refresh: '/@react-refresh', files: [] };
  }
  const entry = holder[key];
  if (!entry) throw new Error('The console was not built before the pages that hand over to it.');
  return entry;
}
