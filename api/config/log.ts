import { type DestinationStream, type Logger, pino } from 'pino';
import * as v from 'valibot';

type DescribedError = {
  type: string;
  message: string;
  code?: string;
  stack?: string;
  cause?: DescribedError;
};

/** One JSON object per line; standard output by default. */
export function createLog(destination: DestinationStream = standardOutput()): Logger {
  return pino(
    {
      level: 'info',
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: describeError },
    },
    destination,
  );
}

function standardOutput(): DestinationStream {
  // It is synchronous, so that the last line before an exit is not lost.
  return pino.destination({ dest: 1, sync: true });
}

/** The other fields of a database error quote rows, which hold email addresses. */
export function describeError(error: unknown): DescribedError {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) };
  const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {};
  return {
    type: error.name,
    ...(v.isValiError(error) ? describeSchemaError(error) : withStack(error.message, error.stack)),
    ...code,
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  };
}

const MAX_LOGGED_ISSUES = 5;

/** Valibot quotes the value in the message, and V8 repeats the message at the start of the stack. */
function describeSchemaError({
  name,
  message,
  issues,
  stack = '',
}: v.ValiError<v.GenericSchema | v.GenericSchemaAsync>) {
  const expectations = issues
    .slice(0, MAX_LOGGED_ISSUES)
    .map((issue) => `${v.getDotPath(issue) ?? 'the value itself'}: ${issue.expected ?? issue.type} expected`);
  const start = stack.indexOf(message);
  return withStack(
    expectations.join('; '),
    start < 0 ? undefined : name + stack.slice(start + message.length),
  );
}

function withStack(message: string, stack: string | undefined) {
  return stack === undefined ? { message } : { message, stack };
}
