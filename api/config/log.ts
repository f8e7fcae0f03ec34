import { type DestinationStream, type Logger, pino } from 'pino';
import * as v from 'valibot';

type Described = { type: string; message: string; code?: string; stack?: string; cause?: Described };

/** One JSON object per line, on standard output by default. */
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
  // Synchronous: the last line before an exit must not be lost.
  return pino.destination({ dest: 1, sync: true });
}

/** Only what names the failure. The other fields of a database error quote the rows, addresses included. */
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

/** The most issues of a broken schema that are named. */
const MAX_ISSUES = 5;

/** The message of a schema quotes the value, and V8 repeats the message at the head of the stack. */
function withoutValues({
  name,
  message,
  issues,
  stack = '',
}: v.ValiError<v.GenericSchema | v.GenericSchemaAsync>) {
  const wanted = issues
    .slice(0, MAX_ISSUES)
    .map((issue) => `${v.getDotPath(issue) ?? 'the value itself'}: ${issue.expected ?? issue.type} expected`);
  const start = stack.indexOf(message);
  return withStack(wanted.join('; '), start < 0 ? undefined : name + stack.slice(start + message.length));
}

function withStack(message: string, stack: string | undefined) {
  return stack === undefined ? { message } : { message, stack };
}
