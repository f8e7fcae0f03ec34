/** The client build and the page rendering are two bundles in one process. */
const key = Symbol.for('hand-off.console-entry');
const holder = globalThis as { [key]?: string };

export function setConsoleEntry(address: string): void {
  holder[key] = address;
}

export type ConsoleEntry = {
  address: string;
  refresh: string | null;
};

/** Without a stored session: read the page, go to the sign-in, or (404) confirm a deletion on a plain static host. */
export type VisitorAction = 'read' | 'sign-in' | 'not-found';

export function consoleEntry(): ConsoleEntry {
  if (import.meta.env.DEV) return { address: '/admin-spa/mount.tsx', refresh: '/@react-refresh' };
  const address = holder[key];
  if (!address) throw new Error('The console was not built before the pages that hand over to it.');
  return { address, refresh: null };
}
