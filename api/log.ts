import { type DestinationStream, type Logger, pino } from 'pino';

type Described = { type: string; message: string; code?: string; stack?: string; cause?: Described };

/** Structured lines, warnings and worse, so that the banner stays readable: on standard output unless told otherwise. */
export function createLog(lines: DestinationStream = standardOutput()): Logger {
  return pino(
    {
      level: 'warn',
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: describe },
    },
    lines,
  );
}

function standardOutput(): DestinationStream {
  // Synchronous: the last line before an exit is the one that matters.
  return pino.destination({ dest: 1, sync: true });
}

/** Only what names the fault: a database error's other fields quote the rows themselves, addresses included. */
export function describe(error: unknown): Described {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) };
  const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {};
  return {
    type: error.name,
    message: error.message,
    ...code,
    ...(error.stack === undefined ? {} : { stack: error.stack }),
    ...(error.cause === undefined ? {} : { cause: describe(error.cause) }),
  };
}
