import type { Logger } from 'pino';
import { createLog } from '#api/log.ts';
import { remember } from '#tests/secrets/evidence.ts';

/** The server's own log, whose lines go into `logged` instead of standard output, from `level` on. */
export function logInto(logged: string[], level: 'info' | 'warn' = 'info'): Logger {
  const write = (line: string) => {
    logged.push(line);
    remember('log', line);
  };
  const log = createLog({ write });
  log.level = level;
  return log;
}
