import type { Context, Env, Hono } from 'hono';
import * as v from 'valibot';
import type { Endpoint } from '#contract/endpoint.ts';
import { jsonBodyOf } from './json-body.ts';
import { type Parameters, readParameters, rowId } from './path-parameters.ts';
import { Problem } from './problem.ts';
import { explain } from './schema-message.ts';

/** What a handler gets: the request's parts as the contract wants them. */
export type EndpointRequest<Query, Body, Path extends string, Value, Variables extends Env> = {
  query: Query;
  body: Body;
  /** The `:name` parts of the path. */
  parameters: Parameters<Path, Value>;
  context: Context<Variables>;
};

/** The answer without its envelope; the message is 'OK' unless the handler names one. */
export type Reply<Answer> = Omit<Answer, 'status' | 'message'> & { message?: string };

/** Serves an endpoint whose path parameters are ids of rows. Throws 404 for any other text in their place. */
export const serve = bindWith(rowId);

/** Serves an endpoint whose path parameters are texts. */
export const serveByText = bindWith((text) => text);

/**
 * Binds a handler to the method and the path of an endpoint. Parameters, query and body are validated first, in this
 * order (404, 400, 415, 413, 408, 422). The answer is parsed with the contract: an unknown field never leaves, and an
 * answer that breaks the contract is a failure of ours (500). A `Response` is sent as it is.
 */
function bindWith<Value>(readParameter: (text: string) => Value) {
  return <Query, Body, Answer extends object, Path extends `/${string}`, Variables extends Env>(
    app: Hono<Variables>,
    endpoint: Endpoint<Query, Body, Answer, Path>,
    handler: (
      request: EndpointRequest<Query, Body, Path, Value, Variables>,
    ) => Promise<Reply<NoInfer<Answer>> | Response>,
  ): void => {
    // Hono would read parameter types of its own from a path that is a literal.
    const path: string = endpoint.path;
    app.on(endpoint.method, path, async (context) => {
      const reply = await handler({
        parameters: readParameters<Path, Value>(context.req.param(), readParameter),
        query: queryOf(context, endpoint.query),
        body: await bodyOf(context, endpoint.body),
        context,
      });
      if (reply instanceof Response) return reply;
      return context.json(v.parse(endpoint.answer, { status: 200, message: 'OK', ...reply }));
    });
  };
}

/** The address's query; digits are numbers except in `keyword`. Throws 400. */
function queryOf<Query>(context: Context, schema: v.GenericSchema<unknown, Query> | undefined): Query {
  // `Query` is undefined for an endpoint without a schema.
  if (!schema) return undefined as Query;
  const entries = Object.entries(context.req.query()).map(([name, value]) => [
    name,
    name !== 'keyword' && /^\d+$/.test(value) ? Number(value) : value,
  ]);
  const query = v.safeParse(schema, Object.fromEntries(entries), { message: explain });
  if (query.success) return query.output;
  throw new Problem(400, query.issues[0].message);
}

async function bodyOf<Body>(
  context: Context,
  schema: v.GenericSchema<unknown, Body> | undefined,
): Promise<Body> {
  // `Body` is undefined for an endpoint without a schema.
  return schema ? jsonBodyOf(context, schema) : (undefined as Body);
}
