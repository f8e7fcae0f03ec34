import type { HttpBindings } from '@hono/node-server';
import type { Context, Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { matchedRoutes } from 'hono/route';
import type { Logger } from 'pino';
import { BusyError } from './busy-error.ts';
import { Problem } from './problem.ts';
import { getRequestId } from './request-id.ts';
import { ClientLeftError } from './stop-with-client.ts';

/** A PostgreSQL error code, for example of a text with NUL. */
const CHARACTER_NOT_IN_REPERTOIRE = '22021';
const STATEMENT_CANCELED = '57014';
const TOO_MANY_CONNECTIONS = '53300';
/** PgBouncer's code for everything that it says itself: it has no connection, or waited too long for one. */
const POOLER_REFUSED = '08P01';

/** The driver's, before it sends a query on a connection that broke in between. It has no code. */
const CONNECTION_BROKE = 'Client has encountered a connection error and is not queryable';

const RETRY_AFTER_S = '2';

/** An unexpected error answers 500 with only the request id. */
export function toProblemResponse(error: Error, context: Context, log: Logger): Response {
  const requestId = getRequestId(context);
  if (error instanceof Problem) {
    for (const [name, value] of Object.entries(error.headers)) context.header(name, value);
    return context.json({ status: error.status, message: error.message }, error.status);
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
  if (error instanceof ClientLeftError) {
    log.info(details, 'the client left before getting an answer');
    return context.json({ status: 400, message: 'The request was abandoned.' }, 400);
  }
  const refusal = toBusyMessage(error);
  if (refusal) {
    // Without a stack: there may be thousands.
    log.warn({ because: error.message, ...details }, 'a request was refused because the database is busy');
    context.header('retry-after', RETRY_AFTER_S);
    return context.json({ status: 503, message: refusal, requestId }, 503);
  }
  if (isClientDisconnect(error, context)) {
    log.info(details, 'the client closed the connection before its request arrived');
    return context.json({ status: 400, message: 'The request didn’t arrive completely.' }, 400);
  }
  log.error({ err: error, ...details }, 'a request failed');
  const message = 'Something went wrong on our end. Please try again.';
  return context.json({ status: 500, message, requestId }, 500);
}

/** The message for a request that may succeed later. */
function toBusyMessage(error: Error): string | null {
  const code = 'code' in error ? error.code : null;
  const isRefused = code === TOO_MANY_CONNECTIONS || code === POOLER_REFUSED;
  if (error instanceof BusyError || isRefused || error.message === CONNECTION_BROKE) {
    return 'The server is busy. Please try again in a moment.';
  }
  return code === STATEMENT_CANCELED
    ? 'This took too long, so we stopped it. Please try again in a moment.'
    : null;
}

/** Compares with the error of this connection: others, such as the database, raise the same kind. */
function isClientDisconnect(error: Error, context: Context): boolean {
  const { incoming }: Partial<HttpBindings> = context.env;
  return incoming?.errored === error;
}

/** The route pattern, because the address may hold a token. */
function getRoutePattern(context: Context): string {
  return matchedRoutes(context).find(({ path }) => !path.includes('*'))?.path ?? '*';
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

function matchesPattern(pattern: string, path: string): boolean {
  const expression = pattern.replaceAll(/[.+?^$()|[\]\\]/g, '\\$&').replaceAll(/:\w+/g, '[^/]+');
  return new RegExp(`^${expression}$`).test(path);
}
