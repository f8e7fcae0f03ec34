import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Context, Env, Hono } from 'hono';
import * as v from 'valibot';
import type { Endpoint } from '#contract/endpoint.ts';
import { matchesEtag, negotiateEncoding } from './content-negotiation.ts';
import { parseInput, parseJsonBody } from './json-body.ts';
import { Problem } from './problem.ts';

declare module 'hono' {
  interface ContextVariableMap {
    /** Takes out of an answer what the caller may not see. */
    toShown?: (answer: object) => object;
  }
}

type EndpointRequest<Query, Body, Path extends string, Value, Variables extends Env> = {
  query: Query;
  body: Body;
  parameters: PathParameters<Path, Value>;
  context: Context<Variables>;
};

/** The answer without its envelope; `message` is "OK" by default. */
type HandlerResult<Answer> = Omit<Answer, 'status' | 'message'> & { message?: string };

/** What the router takes as the id of a row. */
export const ROW_ID = '{\\d+}';

/** Path parameters are row ids. With another text it is no address of this call, and maybe one of another call. */
export const serve = createServe(parseRowId, { pattern: ROW_ID });

export const serveByText = createServe((text) => text, { pattern: '' });

/** For answers that a cache may keep: they have an ETag, by which a client learns that nothing has changed (304). */
export const createCachedServe = (cacheControl: string) =>
  createServe(parseRowId, { pattern: ROW_ID, cacheControl });

/** For a body of rows that fail alone: a text that can’t be stored arrives as `UNSTORABLE`. */
export const serveBatch = createServe(parseRowId, { pattern: ROW_ID, isBatch: true });

type ServeOptions = {
  /** What the router takes as a parameter; '': any text. */
  pattern: string;
  cacheControl?: string;
  isBatch?: boolean;
};

/** Validates parameters (404), query (400) and body (415, 413, 408, 400, 422). Drops unknown fields of the answer. */
function createServe<Value>(
  readParameter: (text: string) => Value,
  { pattern, cacheControl, isBatch = false }: ServeOptions,
) {
  return <Query, Body, Answer extends object, Path extends `/${string}`, Variables extends Env>(
    app: Hono<Variables>,
    endpoint: Endpoint<Query, Body, Answer, Path>,
    handler: (
      request: EndpointRequest<Query, Body, Path, Value, Variables>,
    ) => Promise<HandlerResult<NoInfer<Answer>> | Response>,
  ): void => {
    // A literal type would add the parameter types of Hono.
    const path: string = endpoint.path.replaceAll(/\/:\w+/g, `$&${pattern}`);
    app.on(endpoint.method, path, async (context) => {
      const result = await handler({
        parameters: parseParameters<Path, Value>(context.req.param(), readParameter),
        query: parseQuery(context, endpoint.query),
        body: await parseBody(context, endpoint.body, { isBatch }),
        context,
      });
      if (result instanceof Response) return result;
      const whole = v.parse(endpoint.answer, { status: 200, message: 'OK', ...result });
      const answer = context.get('toShown')?.(whole) ?? whole;
      // Tokens beside texts of a visitor could be guessed by the size of the answer (BREACH).
      return endpoint.path.startsWith('/auth/')
        ? context.json(answer)
        : sendJson(context, answer, cacheControl);
    });
  };
}

/** Every value arrives as a text. Throws 400. */
function parseQuery<Query>(context: Context, schema: v.GenericSchema<unknown, Query> | undefined): Query {
  // `Query` is undefined for an endpoint without a schema.
  if (!schema) return undefined as Query;
  const query = parseInput(schema, context.req.query());
  if ('output' in query) return query.output;
  throw new Problem(400, query.problem);
}

async function parseBody<Body>(
  context: Context,
  schema: v.GenericSchema<unknown, Body> | undefined,
  options: { isBatch: boolean },
): Promise<Body> {
  // `Body` is undefined for an endpoint without a schema.
  return schema ? parseJsonBody(context, schema, options) : (undefined as Body);
}

/** Below, compression saves no packet. */
const MIN_BYTES = 1_024;

const compress = promisify(gzip);

/**
 * Answers 200 with JSON, by gzip if the client accepts it: Brotli is no smaller at a quality that is as fast. Not for
 * answers with secrets.
 */
async function sendJson(context: Context, answer: object, cacheControl?: string): Promise<Response> {
  const json = Buffer.from(JSON.stringify(answer));
  const type = { 'content-type': 'application/json' };
  const isLong = json.length >= MIN_BYTES;
  if (isLong) context.header('vary', 'accept-encoding', { append: true });
  if (cacheControl !== undefined) {
    const etag = `"${hash('sha256', json, 'base64url')}"`;
    context.header('cache-control', cacheControl);
    // It is weak, because it is the same for both encodings.
    context.header('etag', `W/${etag}`);
    if (matchesEtag(context.req.header('if-none-match'), etag)) return context.body(null, 304);
  }
  if (!isLong) return context.body(json, 200, type);
  if (!negotiateEncoding(context.req.header('accept-encoding'), ['gzip']))
    return context.body(json, 200, type);
  context.header('content-encoding', 'gzip');
  return context.body(await compress(json), 200, type);
}

type PathParameters<Path extends string, Value> = Readonly<Record<ParameterName<Path>, Value>>;

type ParameterName<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParameterName<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

const MAX_POSTGRESQL_INTEGER = 2_147_483_647;

/** Throws 404. */
export function parseRowId(text: string): number {
  const id = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : Number.NaN;
  if (!(id <= MAX_POSTGRESQL_INTEGER)) throw new Problem(404, 'There’s nothing at this address.');
  return id;
}

/** `texts` must be the parameters that the router matched on `Path`. */
function parseParameters<Path extends string, Value>(
  texts: Readonly<Record<string, string>>,
  parse: (text: string) => Value,
): PathParameters<Path, Value> {
  const values = Object.entries(texts).map(([name, text]) => [name, parse(text)]);
  return Object.fromEntries(values) as PathParameters<Path, Value>;
}
