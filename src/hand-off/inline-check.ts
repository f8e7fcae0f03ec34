import { minifySync, transformSync } from 'rolldown/utils';
import source from './check.ts?raw';
import type { ConsoleEntry, ForVisitors } from './console-entry.ts';

const CONSOLE_TIMEOUT_MS = 10_000;

/** Compiles check.ts for one page. Throws if the result is no valid script. */
export function inlineCheck({ address, refresh }: ConsoleEntry, forVisitors: ForVisitors): string {
  const known = { CONSOLE: address, REFRESH: refresh, VISITORS: forVisitors, CONSOLE_TIMEOUT_MS };
  const define = Object.fromEntries(
    Object.entries(known).map(([name, value]) => [name, JSON.stringify(value)]),
  );
  // The module syntax is for the type checker only.
  const stripped = valid(transformSync('check.ts', source, { define })).replace(/export \{\s*\};?\s*$/, '');
  return valid(minifySync('check.js', `(() => {${stripped}})()`)).trim();
}

function valid({ code, errors }: { code: string; errors: readonly { message: string }[] }): string {
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join('\n'));
  return code;
}
