import type { Context, Env, Hono } from 'hono';
import * as v from 'valibot';
import type { Endpoint } from '#contract/endpoint.ts';
import { sendJson } from './encoding/send-json.ts';
import { parseJsonBody } from './json-body.ts';
import { type PathParameters, parseParameters, parseRowId } from './path-parameters.ts';
import { Problem } from './problem.ts';
import { explainIssue } from './schema-message.ts';

type EndpointRequest<Query, Body, Path extends string, Value, Variables extends Env> = {
  query: Query;
  body: Body;
  parameters: PathParameters<Path, Value>;
  context: Context<Variables>;
};

/** The answer without its envelope; `message` is "OK" by default. */
type HandlerResult<Answer> = Omit<Answer, 'status' | 'message'> & { message?: string };

/** Path parameters are row ids; 404 for other texts. */
export const serve = createServe(parseRowId);

export const serveByText = createServe((text) => text);

/** Validates parameters (404), query (400) and body (415, 413, 408, 400, 422). Drops unknown fields of the answer. */
function createServe<Value>(readParameter: (text: string) => Value) {
  return <Query, Body, Answer extends object, Path extends `/${string}`, Variables extends Env>(
    app: Hono<Variables>,
    endpoint: Endpoint<Query, Body, Answer, Path>,
    handler: (
      request: EndpointRequest<Query, Body, Path, Value, Variables>,
    ) => Promise<HandlerResult<NoInfer<Answer>> | Response>,
  ): void => {
    // A literal type would add the parameter types of Hono.
    const path: string = endpoint.path;
    app.on(endpoint.method, path, async (context) => {
      const result = await handler({
        parameters: parseParameters<Path, Value>(context.req.param(), readParameter),
        query: parseQuery(context, endpoint.query),
        body: await parseBody(context, endpoint.body),
        context,
      });
      if (result instanceof Response) return result;
      const answer = v.parse(endpoint.answer, { status: 200, message: 'OK', ...result });
      // Tokens beside texts of a visitor could be guessed by the size of the answer (BREACH).
      return endpoint.path.startsWith('/auth/') ? context.json(answer) : sendJson(context, answer);
    });
  };
}

/** Every value arrives as a text. Throws 400. */
function parseQuery<Query>(context: Context, schema: v.GenericSchema<unknown, Query> | undefined): Query {
  // `Query` is undefined for an endpoint without a schema.
  if (!schema) return undefined as Query;
  const query = v.safeParse(schema, context.req.query(), { message: explainIssue });
  if (query.success) return query.output;
  throw new Problem(400, query.issues[0].message);
}

async function parseBody<Body>(
  context: Context,
  schema: v.GenericSchema<unknown, Body> | undefined,
): Promise<Body> {
  // `Body` is undefined for an endpoint without a schema.
  return schema ? parseJsonBody(context, schema) : (undefined as Body);
}
