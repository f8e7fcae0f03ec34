/**
 * The address of the built console. The client build learns it, the pages are rendered afterwards in the same
 * process but from another bundle, so the two can only meet on the global object.
 */
const key = Symbol.for('hand-off.console-entry');
const holder = globalThis as { [key]?: string };

/** Remembers the address of the built chunk, from the root of the site. */
export function setConsoleEntry(address: string): void {
  holder[key] = address;
}

/** What the inline check imports, from the root of the site. */
export type ConsoleEntry = {
  address: string;
  /** React's refresh runtime, which development needs first. */
  refresh: string | null;
};

/**
 * What happens to a visitor, who has no stored login: reads the page, or is sent to the sign-in. On a plain static
 * host the 404 page stands for every address, and shows the confirmation of a deletion where that is meant.
 */
export type ForVisitors = 'read' | 'sign-in' | 'not-found';

/** The built console; in development the source itself, which Vite serves. */
export function consoleEntry(): ConsoleEntry {
  if (import.meta.env.DEV) return { address: '/admin-spa/mount.tsx', refresh: '/@react-refresh' };
  const address = holder[key];
  if (!address) throw new Error('The console was not built before the pages that hand over to it.');
  return { address, refresh: null };
}
