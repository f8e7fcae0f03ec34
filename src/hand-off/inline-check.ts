import { minifySync, transformSync } from 'rolldown/utils';
import { browserNames } from '../build/browsers.ts';
import source from './check.ts?raw';
import type { ConsoleEntry, VisitorAction } from './console-entry.ts';

const CONSOLE_TIMEOUT_MS = 10_000;

/** Compiles check.ts for one page. Throws if the result is no valid script. */
export function inlineCheck({ address, refresh, files }: ConsoleEntry, visitorAction: VisitorAction): string {
  const constants = {
    CONSOLE_URL: address,
    REFRESH_URL: refresh,
    VISITOR_ACTION: visitorAction,
    CONSOLE_TIMEOUT_MS,
    CONSOLE_FILES: files,
    OLDEST_BROWSERS: browserNames,
  };
  const define = Object.fromEntries(
    Object.entries(constants).map(([name, value]) => [name, JSON.stringify(value)]),
  );
  // The module syntax is for the type checker only.
  const stripped = checked(transformSync('check.ts', source, { define })).replace(/export \{\s*\};?\s*$/, '');
  return checked(minifySync('check.js', `(() => {${stripped}})()`)).trim();
}

function checked({ code, errors }: { code: string; errors: readonly { message: string }[] }): string {
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join('\n'));
  return code;
}
