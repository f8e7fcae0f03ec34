import type { HttpBindings } from '@hono/node-server';
import type { Context, Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { matchedRoutes } from 'hono/route';
import type { Logger } from 'pino';
import { Problem } from './problem.ts';
import { requestIdOf } from './request-id.ts';

/** PostgreSQL's code for text it cannot store, such as one with a NUL. */
const UNTRANSLATABLE = '22021';

/** Any failure as JSON with a message for people. An unexpected one tells only the id of the request. */
export function problemAnswer(error: Error, context: Context, log: Logger): Response {
  const requestId = requestIdOf(context);
  if (error instanceof Problem) {
    for (const [name, value] of Object.entries(error.headers)) context.header(name, value);
    return context.json({ status: error.status, message: error.message }, error.status);
  }
  if (error instanceof HTTPException) {
    return context.json({ status: error.status, message: error.message }, error.status);
  }
  if ('code' in error && error.code === UNTRANSLATABLE) {
    return context.json(
      { status: 422, message: 'The request holds a character that cannot be stored.' },
      422,
    );
  }
  const facts = { requestId, method: context.req.method, route: routeOf(context) };
  if (isOfTheConnection(error, context)) {
    log.info(facts, 'the client closed the connection before its request had arrived');
    return context.json({ status: 400, message: 'The request did not arrive entirely.' }, 400);
  }
  log.error({ err: error, ...facts }, 'a request failed');
  const message = 'Something went wrong on our side. Please try again.';
  return context.json({ status: 500, message, requestId }, 500);
}

/**
 * Whether the error is the end of the connection that the request came on. Other connections, such as those of the
 * database, end with the same error.
 */
function isOfTheConnection(error: Error, context: Context): boolean {
  const { incoming }: Partial<HttpBindings> = context.env;
  return incoming?.errored === error;
}

/** The pattern of the address, because the address may hold a token. */
function routeOf(context: Context): string {
  return matchedRoutes(context).find(({ path }) => !path.includes('*'))?.path ?? '*';
}

/** The methods of the routes at `path`. Middleware and catch-alls do not count. */
export function methodsOf(app: Hono, path: string): string[] {
  const methods = app.routes
    .filter((route) => route.method !== 'ALL' && !route.path.includes('*') && matches(route.path, path))
    .map((route) => route.method);
  return [...new Set(methods)];
}

function matches(pattern: string, path: string): boolean {
  const expression = pattern.replaceAll(/[.+?^$()|[\]\\]/g, '\\$&').replaceAll(/:\w+/g, '[^/]+');
  return new RegExp(`^${expression}$`).test(path);
}
