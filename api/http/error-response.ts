import type { HttpBindings } from '@hono/node-server';
import type { Context, Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { matchedRoutes } from 'hono/route';
import type { Logger } from 'pino';
import { BusyError, Problem, ReasonedProblem } from './problem.ts';
import { getRequestId } from './request-id.ts';

/** A PostgreSQL error code, for example of a text with NUL. */
const CHARACTER_NOT_IN_REPERTOIRE = '22021';
const STATEMENT_CANCELED = '57014';
const TOO_MANY_CONNECTIONS = '53300';
/** PgBouncer's code for everything that it says itself: it has no connection, or waited too long for one. */
const POOLER_REFUSED = '08P01';

/**
 * The database stops, has crashed or starts, broke the connection, or cannot be reached: class 08 and 57P01 to 57P05 of
 * PostgreSQL's error codes, and those of the system.
 */
const DATABASE_GONE =
  /^(?:08\w{3}|57P0[1-5]|ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;

/** The driver's for a connection that broke, and those of its pool for a server that stops. They have no code. */
const CONNECTION_BROKE =
  /^(?:Connection terminated|Client has encountered a connection error|Client was closed|The client is closed|Cannot use a pool after|driver has already been destroyed)/;

const RETRY_AFTER_S = '2';

/** An unexpected error answers 500 with only the request id. */
export function toProblemResponse(error: Error, context: Context, log: Logger): Response {
  const requestId = getRequestId(context);
  if (error instanceof Problem) {
    for (const [name, value] of Object.entries(error.headers)) context.header(name, value);
    const { status, message } = error;
    const data = error instanceof ReasonedProblem ? { data: { reason: error.reason } } : {};
    return context.json({ status, message, ...data }, status);
  }
  if (error instanceof HTTPException) {
    return context.json({ status: error.status, message: error.message }, error.status);
  }
  if ('code' in error && error.code === CHARACTER_NOT_IN_REPERTOIRE) {
    return context.json(
      { status: 422, message: 'The request contains a character that can’t be stored.' },
      422,
    );
  }
  const details = { requestId, method: context.req.method, route: getRoutePattern(context) };
  if (isClientDisconnect(error, context)) {
    log.info(details, 'the client closed the connection before its request arrived');
    return context.json({ status: 400, message: 'The request didn’t arrive completely.' }, 400);
  }
  const refusal = toRefusal(error);
  if (refusal) {
    // The stack is left out: there may be thousands.
    log.warn({ because: error.message, ...details }, refusal.logged);
    context.header('retry-after', RETRY_AFTER_S);
    return context.json({ status: 503, message: refusal.message, requestId }, 503);
  }
  log.error({ err: error, ...details }, 'a request failed');
  const message = 'Something went wrong on our end. Please try again.';
  return context.json({ status: 500, message, requestId }, 500);
}

type Refused = { readonly message: string; readonly logged: string };

const BUSY = 'a request was refused because the database is busy';
const refusals = {
  busy: { message: 'The server is busy. Please try again in a moment.', logged: BUSY },
  slow: { message: 'This took too long, so we stopped it. Please try again in a moment.', logged: BUSY },
  gone: {
    message: 'Our database is restarting. Please try again in a moment.',
    logged: 'a request was refused because the database cannot be reached',
  },
} as const satisfies Record<string, Refused>;

/** What is said of a request that may succeed later; null for other errors. */
function toRefusal(error: Error): Refused | null {
  const code = 'code' in error ? String(error.code) : '';
  if (error instanceof BusyError || code === TOO_MANY_CONNECTIONS || code === POOLER_REFUSED) {
    return refusals.busy;
  }
  if (code === STATEMENT_CANCELED) return refusals.slow;
  return isDatabaseGone(error, code) ? refusals.gone : null;
}

function isDatabaseGone(error: Error, code: string): boolean {
  if (DATABASE_GONE.test(code) || CONNECTION_BROKE.test(error.message)) return true;
  // The socket of a server on this machine.
  return code === 'ENOENT' && 'syscall' in error && error.syscall === 'connect';
}

/** Compares with the error of this connection: others, such as the database, raise the same kind. */
function isClientDisconnect(error: Error, context: Context): boolean {
  const { incoming }: Partial<HttpBindings> = context.env;
  return incoming?.errored === error;
}

/** The route pattern, because the address may hold a token. */
function getRoutePattern(context: Context): string {
  const route = matchedRoutes(context).find(({ path }) => !path.includes('*'));
  return route?.path.replaceAll(/\{[^{}]+\}/g, '') ?? '*';
}

/** Ignores middleware and catch-alls. */
export function listMethods(app: Hono, path: string): string[] {
  const methods = app.routes
    .filter(
      (route) => route.method !== 'ALL' && !route.path.includes('*') && matchesPattern(route.path, path),
    )
    .map((route) => route.method);
  return [...new Set(methods)];
}

/** A parameter may name its own pattern, as in `:id{\d+}`. */
function matchesPattern(route: string, path: string): boolean {
  const segments = route.split('/').map((segment) => {
    const [parameter, pattern = '[^/]+'] = /^:\w+(?:\{([^}]+)\})?$/.exec(segment) ?? [];
    return parameter ? pattern : segment.replaceAll(/[.+?^$()|[\]\\]/g, '\\$&');
  });
  return new RegExp(`^${segments.join('/')}$`).test(path);
}
