import { STATUS_CODES } from 'node:http';
import type { JsonSchema } from '@valibot/to-json-schema';
import { product } from '#brand/product.ts';
import { reasons } from '#contract/envelope.ts';
import { roleNames } from '#contract/roles.ts';
import { accessTo } from '../auth/access.ts';
import { composeExample } from './examples.ts';
import { type Json, textParameters } from './fields.ts';
import { groups, type Operation, type OperationGroup } from './operations.ts';
import { convert, convertNamed } from './schemas.ts';

type Content = Readonly<Record<string, { schema?: JsonSchema; example?: Json | null }>>;
type Header = { description: string; schema: JsonSchema };
export type ResponseObject = {
  description: string;
  headers?: Readonly<Record<string, Header>>;
  content?: Content;
};
export type Parameter = {
  name: string;
  in: 'path' | 'query';
  required: boolean;
  description: string;
  schema: JsonSchema;
};
export type OperationObject = {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  security: Readonly<Record<string, readonly string[]>>[];
  parameters: Parameter[];
  requestBody?: { description?: string; required: boolean; content: Content };
  responses: Readonly<Record<string, ResponseObject | { $ref: string }>>;
};
type Method = 'get' | 'post' | 'put';
export type PathItem = { servers?: { url: string }[] } & { [method in Method]?: OperationObject };

/** The parts of OpenAPI 3.1 that the document uses. Source: https://spec.openapis.org/oas/v3.1.1.html */
export type OpenApiDocument = {
  openapi: '3.1.1';
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  paths: Readonly<Record<string, PathItem>>;
  components: {
    schemas: Readonly<Record<string, JsonSchema>>;
    responses: Readonly<Record<string, ResponseObject>>;
    securitySchemes: Readonly<Record<string, { type: 'http'; scheme: 'bearer'; description: string }>>;
  };
};

const INTRODUCTION = [
  'Every answer is JSON: `status` repeats the HTTP status, `message` is a sentence for people, `data` is what was asked for. Errors have the same form; few of them have `data`, with a `reason`.',
  'Times are ISO 8601 with a zone. New fields may come with any version: ignore those that you don’t know.',
  'Each answer has the header `x-request-id`, which is also in the server’s log. Every GET answers HEAD, too. A wrong method is answered with 405 and the header `allow`, an unknown address with 404.',
  'Texts may not contain NUL or half of a surrogate pair. JSON has at most 256 KB, with a token 2,000 KB, and with a key 3,000 KB.',
].join('\n\n');

const MAX_ROW_ID = 2_147_483_647;

const problem: JsonSchema = {
  type: 'object',
  required: ['status', 'message'],
  properties: {
    status: { type: 'integer', description: 'Repeats the HTTP status.' },
    message: { type: 'string', description: 'A sentence for people.' },
    data: {
      type: 'object',
      required: ['reason'],
      properties: {
        reason: { type: 'string', description: 'Which refusal it is, for a program.', enum: [...reasons] },
      },
      description: 'Only where a program has to tell one refusal from another.',
    },
    requestId: {
      type: 'string',
      format: 'uuid',
      description: 'Of an error of the server: as in the header `x-request-id` and in the server’s log.',
    },
  },
};

const errorTexts: Readonly<Record<number, string>> = {
  400: 'The address, a parameter, or the JSON isn’t valid.',
  401: 'The token or key is missing, unknown, or has ended.',
  403: 'The token or key isn’t for this call.',
  404: 'There’s nothing at this address.',
  408: 'The request took more than 30 seconds to arrive.',
  413: 'The request is too large.',
  415: 'The request has another type than the one that is described.',
  422: 'A field breaks a rule: the message names the first one. Or a text has a character that can’t be stored.',
  429: 'Too many requests.',
  431: 'The address or the headers are too large.',
  500: 'Something went wrong in the server. The log has more under the request ID.',
  503: 'The server is starting, busy, or without its database.',
};

const errorHeaders: Readonly<Record<number, Readonly<Record<string, Header>>>> = {
  401: {
    'www-authenticate': { description: 'Always `Bearer`, where a token helps.', schema: { type: 'string' } },
  },
  429: { 'retry-after': { description: 'Seconds until the next attempt.', schema: { type: 'string' } } },
  503: {
    'retry-after': {
      description: 'Seconds until the next attempt, if they are known.',
      schema: { type: 'string' },
    },
  },
};

/** The description of every call. `publicApiUrl`: the API's base, a path or an address. */
export function createDocument(publicApiUrl: string): OpenApiDocument {
  const schemas = { ...convertNamed(), Problem: problem };
  const paths: Record<string, PathItem> = {};
  for (const group of groups) {
    for (const [operationId, operation] of Object.entries(group.operations)) {
      const { method, path } = operation.call;
      const address = path.replaceAll(/\/:(\w+)/g, '/{$1}');
      const root = operation.isAtRoot ? { servers: [{ url: getRoot(publicApiUrl) }] } : {};
      paths[address] = {
        ...paths[address],
        ...root,
        [method.toLowerCase()]: describeOperation(operationId, { group, operation, schemas }),
      };
    }
  }
  return {
    openapi: '3.1.1',
    info: { title: `${product.name} API`, version: '1', description: INTRODUCTION },
    servers: [{ url: publicApiUrl }],
    tags: groups.map(({ name, description }) => ({ name, description })),
    paths,
    components: {
      schemas,
      responses: Object.fromEntries(
        Object.entries(errorTexts).map(([status, text]) => [
          nameError(status),
          createError(Number(status), text),
        ]),
      ),
      securitySchemes: {
        administrator: {
          type: 'http',
          scheme: 'bearer',
          description: 'The access token of an administrator, from `POST /auth/admin-login`.',
        },
        appKey: {
          type: 'http',
          scheme: 'bearer',
          description:
            'A key of the app’s backend. Each call names the scope that the key needs. A key has a limit of requests a minute of its own: 600, unless another one was chosen.',
        },
      },
    },
  };
}

function getRoot(publicApiUrl: string): string {
  return publicApiUrl.startsWith('/') ? '/' : new URL('/', publicApiUrl).href;
}

type Described = {
  group: OperationGroup;
  operation: Operation;
  schemas: Readonly<Record<string, JsonSchema>>;
};

function describeOperation(operationId: string, { group, operation, schemas }: Described): OperationObject {
  const { call, scope, rateLimit, summary } = operation;
  const needed = accessTo(call);
  const description = [
    operation.description,
    needed &&
      `For ${needed.roles.map((role) => roleNames[role]).join(', ')}. Servers that have this call name \`${needed.capability}\` among the capabilities of a sign-in.`,
    rateLimit && `Rate limit: ${rateLimit}`,
  ].filter(Boolean);
  const security = {
    administrator: [{ administrator: [] }],
    app: [{ appKey: scope ? [scope] : [] }],
    anyone: [],
  }[group.access];
  return {
    operationId,
    tags: [group.name],
    summary,
    ...(description.length > 0 ? { description: description.join(' ') } : {}),
    security,
    parameters: [...describePath(operationId, operation), ...describeQuery(operationId, operation)],
    ...describeBody(operationId, operation, schemas),
    responses: {
      ...describeSuccess(operationId, operation, schemas),
      ...describeErrors(operationId, { group, operation, schemas }),
    },
  };
}

function describePath(operationId: string, { call }: Operation): Parameter[] {
  return listParameters(call.path).map((name) => {
    const text = findTextParameter(operationId, name);
    return {
      name,
      in: 'path',
      required: true,
      description: text?.text ?? 'The ID.',
      schema: text
        ? { type: 'string', examples: [text.example] }
        : { type: 'integer', minimum: 1, maximum: MAX_ROW_ID, examples: [5] },
    };
  });
}

function listParameters(path: string): string[] {
  return [...path.matchAll(/\/:(\w+)/g)].map(([, name = '']) => name);
}

function findTextParameter(operationId: string, name: string) {
  return textParameters[`${operationId}.${name}`] ?? textParameters[name];
}

function describeQuery(operationId: string, { call: { query } }: Operation): Parameter[] {
  if (!query) return [];
  const { properties = {}, required = [] } = convert(query, { operation: operationId, part: 'query' });
  return Object.entries(properties).map(([name, property]) => {
    const { description = '', ...schema } = typeof property === 'object' ? property : {};
    return { name, in: 'query', required: required.includes(name), description, schema };
  });
}

function describeBody(
  operationId: string,
  { call: { body }, upload, takes }: Operation,
  schemas: Described['schemas'],
): Pick<OperationObject, 'requestBody'> {
  if (body) {
    const schema = convert(body, { operation: operationId, part: 'body' });
    const content = { 'application/json': { schema, example: composeExample(schema, schemas) } };
    return { requestBody: { required: true, content } };
  }
  if (upload) {
    return {
      requestBody: { description: upload, required: true, content: { 'application/octet-stream': {} } },
    };
  }
  return takes
    ? { requestBody: { description: takes, required: true, content: { 'application/json': {} } } }
    : {};
}

function describeSuccess(
  operationId: string,
  { call: { answer }, file, empty = {} }: Operation,
  schemas: Described['schemas'],
): Record<string, ResponseObject> {
  const others = Object.entries(empty).map(([status, description]) => [status, { description }]);
  return { 200: { description: 'OK', content: describeContent() }, ...Object.fromEntries(others) };

  function describeContent(): Content {
    if (file) {
      return Object.fromEntries(
        file.map((type) => [
          type.split(';')[0],
          type.startsWith('text/') ? { schema: { type: 'string' } } : {},
        ]),
      );
    }
    if (!answer) throw new Error(`${operationId} has neither an answer nor a file.`);
    const schema = convert(answer, { operation: operationId, part: 'answer' });
    return { 'application/json': { schema, example: composeExample(schema, schemas) } };
  }
}

function describeErrors(operationId: string, { group, operation }: Described): OperationObject['responses'] {
  const own = Object.entries(operation.errors ?? {});
  const common = listCommonErrors(operationId, group, operation).map((status) => [
    status,
    { $ref: `#/components/responses/${nameError(status)}` },
  ]);
  const described = own.map(([status, error]) => {
    if (typeof error === 'string') return [status, createError(Number(status), error)];
    const schema = {
      anyOf: [refToProblem, convert(error.answer, { operation: operationId, part: 'answer' })],
    };
    return [
      status,
      { ...createError(Number(status), error.text), content: { 'application/json': { schema } } },
    ];
  });
  return Object.fromEntries([...common, ...described]);
}

/** Such as `NotFound`. */
function nameError(status: number | string): string {
  return (STATUS_CODES[status] ?? '').replaceAll(/\W/g, '');
}

const refToProblem: JsonSchema = { $ref: '#/components/schemas/Problem' };

function createError(status: number, description: string): ResponseObject {
  const headers = errorHeaders[status];
  return {
    description,
    ...(headers ? { headers } : {}),
    content: { 'application/json': { schema: refToProblem } },
  };
}

/** The errors that a call has because of who may call it and what it takes. */
function listCommonErrors(operationId: string, { access }: OperationGroup, operation: Operation): number[] {
  const { call, upload, takes, rateLimit } = operation;
  const parameters = listParameters(call.path);
  const hasTexts =
    call.query !== undefined || parameters.some((name) => findTextParameter(operationId, name));
  const isWrite = call.method !== 'GET';
  const statuses = [
    [400, 431, 500, 503],
    access === 'administrator' || access === 'app' ? [401, 403] : [],
    // Without any key the calls of the app don't exist.
    access === 'app' ? [404, 429] : [],
    parameters.length > 0 ? [404] : [],
    call.body ? [408, 413, 415, 422] : [],
    upload ? [408, 413, 415] : [],
    // With a token or a key, the body is read before the call is known.
    takes || (isWrite && access !== 'anyone') ? [408, 413] : [],
    hasTexts ? [422] : [],
    rateLimit ? [429] : [],
  ].flat();
  return [...new Set(statuses)].sort((one, other) => one - other);
}
