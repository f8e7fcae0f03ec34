import { gunzipSync } from 'node:zlib';
import type { JsonSchema } from '@valibot/to-json-schema';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { getBasePath } from '#api/app.ts';
import {
  createDocument,
  type OpenApiDocument,
  type OperationObject,
  type PathItem,
  type ResponseObject,
} from '#api/openapi/document.ts';

type FetchHandler = (request: Request, env: object) => Response | Promise<Response>;

const known = new Map<string, (answered: Answered) => string | null>();

/** Adds every answer that isn't as the document says to `violations`, and passes all of them on unchanged. */
export function withConformance(
  fetch: FetchHandler,
  { publicApiUrl, violations }: { publicApiUrl: string; violations: string[] },
): FetchHandler {
  const explain = known.get(publicApiUrl) ?? createConformance(createDocument(publicApiUrl));
  known.set(publicApiUrl, explain);
  const base = getBasePath(publicApiUrl);
  return async (request, env) => {
    const response = await fetch(request, env);
    const { method } = request;
    const { pathname } = new URL(request.url);
    const path = ['/healthz', '/readyz'].includes(pathname)
      ? pathname
      : pathname.startsWith(`${base}/`) && pathname.slice(base.length);
    // The client of an aborted request never sees the answer.
    if (method === 'OPTIONS' || path === false || request.signal.aborted) return response;
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    // Files are streams, which tests break off.
    const bytes = isJson && response.body ? new Uint8Array(await response.arrayBuffer()) : null;
    const isCompressed = response.headers.get('content-encoding') === 'gzip';
    const body = bytes === null ? '' : new TextDecoder().decode(isCompressed ? gunzipSync(bytes) : bytes);
    const { status, headers } = response;
    const violation = explain({ method, path, status, headers, body });
    if (violation !== null)
      violations.push(`${method} ${path} answered ${status}: ${violation}. ${body.slice(0, 300)}`);
    return bytes === null ? response : new Response(bytes, { status, headers });
  };
}

/** An answer as a client gets it. `path` is relative to the API's base; `body` is not compressed anymore. */
type Answered = {
  method: string;
  path: string;
  status: number;
  headers: Headers;
  body: string;
};

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Tells what an answer has that the document doesn't say; null if it conforms. Unknown fields don't conform. */
function createConformance(document: OpenApiDocument): (answered: Answered) => string | null {
  const ajv = new Ajv2020({ strict: true, strictTypes: false, formats: { uuid: UUID } });
  ajv.addVocabulary(['components']);
  const components = { schemas: close(document.components.schemas) };
  const validators = new Map<object, ValidateFunction>();
  const validate = (schema: JsonSchema, body: string): string | null => {
    const validator = validators.get(schema) ?? ajv.compile({ allOf: [close(schema)], components });
    validators.set(schema, validator);
    if (body === '') return 'it has no body';
    return validator(JSON.parse(body)) ? null : ajv.errorsText(validator.errors);
  };
  const places = Object.entries(document.paths)
    // `/recipes/bulk` is no `/recipes/{recipeId}`.
    .sort(([one], [other]) => countParameters(one) - countParameters(other))
    .map(([pattern, item]) => ({
      item,
      expression: new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
    }));

  return ({ method, path, status, headers, body }) => {
    if (!UUID.test(headers.get('x-request-id') ?? '')) return 'it has no request id';
    const item = places.find(({ expression }) => expression.test(path))?.item;
    const operation = item && findOperation(item, method);
    const found = operation
      ? findResponse(document, operation, status)
      : describeMissing(item, { status, headers });
    if (typeof found === 'string') return found;
    if (!found.content) return body === '' ? null : 'it has a body';
    const type = headers.get('content-type')?.split(';')[0] ?? '';
    const content = found.content[type];
    if (!content) return `its type is ${type}`;
    if (status === 429 && !/^\d+$/.test(headers.get('retry-after') ?? '')) return 'it has no retry-after';
    return method === 'HEAD' || !content.schema || type !== 'application/json'
      ? null
      : validate(content.schema, body);
  };
}

function countParameters(path: string): number {
  return path.split('{').length;
}

function findOperation(item: PathItem, method: string): OperationObject | undefined {
  if (method === 'GET' || method === 'HEAD') return item.get;
  return method === 'POST' ? item.post : method === 'PUT' ? item.put : undefined;
}

function findResponse(
  { components }: OpenApiDocument,
  operation: OperationObject,
  status: number,
): ResponseObject | string {
  const response = operation.responses[String(status)];
  if (!response) return `${operation.operationId} has no ${status}`;
  if (!('$ref' in response)) return response;
  return components.responses[response.$ref.split('/').at(-1) ?? ''] ?? `${response.$ref} is missing`;
}

const problem: ResponseObject = {
  description: 'What every address answers to a wrong method, and an unknown address to every method.',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } },
};

function describeMissing(
  item: PathItem | undefined,
  { status, headers }: Pick<Answered, 'status' | 'headers'>,
): ResponseObject | string {
  // Below /admin nothing is told to strangers.
  if ([400, 401, 403, 408, 413, 503].includes(status)) return problem;
  if (!item) return status === 404 ? problem : `an unknown address answers ${status}`;
  if (status !== 405) return `a wrong method answers ${status}`;
  const allowed = headers.get('allow')?.toLowerCase().split(', ').sort() ?? [];
  const described = Object.keys(item).filter((name) => name !== 'servers');
  return allowed.join() === described.sort().join() ? problem : `it allows ${allowed}, not ${described}`;
}

/** The same schema without other fields than those that it names. */
function close<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(close) as Value;
  const closed = Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, close(inner)]));
  const isObject = 'type' in value && value.type === 'object' && 'properties' in value;
  return (isObject ? { ...closed, additionalProperties: false } : closed) as Value;
}
