import { type DestinationStream, type Logger, pino } from 'pino';
import * as v from 'valibot';

type Described = { type: string; message: string; code?: string; stack?: string; cause?: Described };

/** Structured lines, on standard output unless told otherwise. */
export function createLog(lines: DestinationStream = standardOutput()): Logger {
  return pino(
    {
      level: 'info',
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
    ...(v.isValiError(error) ? withoutValues(error) : withStack(error.message, error.stack)),
    ...code,
    ...(error.cause === undefined ? {} : { cause: describe(error.cause) }),
  };
}

/** Issues of a broken schema that are named; the others are alike. */
const MOST_ISSUES = 5;

/** A schema's own message quotes the value it did not want, and V8 repeats it at the head of the stack. */
function withoutValues({
  name,
  message,
  issues,
  stack = '',
}: v.ValiError<v.GenericSchema | v.GenericSchemaAsync>) {
  const wanted = issues
    .slice(0, MOST_ISSUES)
    .map((issue) => `${v.getDotPath(issue) ?? 'the value itself'}: ${issue.expected ?? issue.type} expected`);
  const start = stack.indexOf(message);
  return withStack(wanted.join('; '), start < 0 ? undefined : name + stack.slice(start + message.length));
}

function withStack(message: string, stack: string | undefined) {
  return stack === undefined ? { message } : { message, stack };
}
