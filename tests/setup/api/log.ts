import type { Logger } from 'pino';
import { createLog } from '#api/config/log.ts';
import { remember } from '#tests/secrets/evidence.ts';

/** The log of the server, written to `logged` instead of standard output. */
export function createTestLog(logged: string[]): Logger {
  return createLog({
    write: (line) => {
      logged.push(line);
      remember('log', line);
    },
  });
}
