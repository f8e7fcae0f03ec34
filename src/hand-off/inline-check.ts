import { minifySync, transformSync } from 'rolldown/utils';
import source from './check.ts?raw';
import type { ConsoleEntry, ForVisitors } from './console-entry.ts';

const CONSOLE_TIMEOUT_MS = 10_000;

/**
 * The script in a page's head: `check.ts` without its types, with what the build knows filled in and what this page
 * does not need left out. Throws where that is no valid script.
 */
export function inlineCheck({ address, refresh }: ConsoleEntry, forVisitors: ForVisitors): string {
  const known = { CONSOLE: address, REFRESH: refresh, VISITORS: forVisitors, CONSOLE_TIMEOUT_MS };
  const define = Object.fromEntries(
    Object.entries(known).map(([name, value]) => [name, JSON.stringify(value)]),
  );
  // The file is a module for the type checker only: its output ends with an empty export, which no script may have.
  const stripped = valid(transformSync('check.ts', source, { define })).replace(/export \{\s*\};?\s*$/, '');
  return valid(minifySync('check.js', `(() => {${stripped}})()`)).trim();
}

function valid({ code, errors }: { code: string; errors: readonly { message: string }[] }): string {
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join('\n'));
  return code;
}
