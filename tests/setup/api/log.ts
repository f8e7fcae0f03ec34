import type { Logger } from 'pino';
import { createLog } from '#api/config/log.ts';
import { remember } from '#tests/secrets/evidence.ts';

/** The server's own log, whose lines go into `logged` instead of standard output. */
export function logInto(logged: string[]): Logger {
  return createLog({
    write: (line) => {
      logged.push(line);
      remember('log', line);
    },
  });
}
