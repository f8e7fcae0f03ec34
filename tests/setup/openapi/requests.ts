import type { JsonSchema } from '@valibot/to-json-schema';
import fc, { type Arbitrary } from 'fast-check';
import type { OperationObject, Parameter } from '#api/openapi/document.ts';
import type { Json } from '#api/openapi/fields.ts';

/** A request as it goes over the wire. */
export type WireRequest = {
  method: string;
  /** With the query, relative to the API's base. */
  path: string;
  headers: Record<string, string>;
  body: string | Uint8Array<ArrayBuffer> | undefined;
};

export type Place = { method: string; path: string; operation: OperationObject };

/** The same call, whose parameters and fields of the body have these examples, by their names. */
export function withExamples(place: Place, examples: Readonly<Record<string, Json[]>>): Place {
  const add = (name: string, schema: JsonSchema): JsonSchema =>
    examples[name]?.length ? { ...schema, examples: examples[name] } : schema;
  const { operation } = place;
  const parameters = operation.parameters.map((one) => ({ ...one, schema: add(one.name, one.schema) }));
  const json = operation.requestBody?.content['application/json']?.schema;
  if (!json?.properties) return { ...place, operation: { ...operation, parameters } };
  const properties = Object.fromEntries(
    Object.entries(json.properties).map(([name, field]) => [
      name,
      typeof field === 'object' ? add(name, field) : field,
    ]),
  );
  const content = { 'application/json': { schema: { ...json, properties } } };
  return { ...place, operation: { ...operation, parameters, requestBody: { required: true, content } } };
}

const MAX_TEXT = 40;
const MAX_ITEMS = 4;
/** Rows that the tests have stored. */
const STORED_ID = 40;

/** Values that the schema accepts. Named schemas are in answers only. */
function valuesOf(schema: JsonSchema): Arbitrary<unknown> {
  const { examples = [], enum: choices, anyOf } = schema;
  const made = anyOf
    ? fc.oneof(...anyOf.map((option) => (typeof option === 'object' ? valuesOf(option) : fc.anything())))
    : valuesByType(schema);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (choices) return fc.constantFrom(...choices);
  return examples.length > 0 ? fc.oneof(fc.constantFrom(...examples), made) : made;
}

function valuesByType(schema: JsonSchema): Arbitrary<unknown> {
  const {
    type,
    minimum = -(2 ** 40),
    maximum = 2 ** 40,
    minLength = 0,
    maxLength = MAX_TEXT,
    pattern,
  } = schema;
  if (type === 'boolean') return fc.boolean();
  if (type === 'null') return fc.constant(null);
  if (type === 'number') return fc.double({ noNaN: true, noDefaultInfinity: true });
  if (type === 'integer') {
    const stored = fc.integer({ min: Math.max(minimum, 1), max: Math.min(maximum, STORED_ID) });
    return fc.oneof(
      { arbitrary: stored, weight: 4 },
      { arbitrary: fc.integer({ min: minimum, max: maximum }), weight: 1 },
    );
  }
  if (type === 'array') {
    const { items, minItems = 0, maxItems = MAX_ITEMS } = schema;
    const item = typeof items === 'object' && !Array.isArray(items) ? valuesOf(items) : fc.anything();
    return fc.array(item, {
      minLength: minItems,
      maxLength: Math.min(maxItems, Math.max(minItems, MAX_ITEMS)),
    });
  }
  if (type === 'object') {
    const fields = Object.entries(schema.properties ?? {}).map(([name, field]) => {
      const value = typeof field === 'object' ? valuesOf(field) : fc.anything();
      // JSON leaves out what is undefined.
      return [name, schema.required?.includes(name) ? value : fc.option(value, { nil: undefined })];
    });
    return fc.record(Object.fromEntries(fields), { noNullPrototype: true });
  }
  if (pattern) return fc.stringMatching(new RegExp(pattern, 'u')).filter((text) => text.length <= maxLength);
  return fc.string({
    minLength,
    maxLength: Math.min(maxLength, Math.max(minLength, MAX_TEXT)),
    unit: 'grapheme',
  });
}

/** A picture of one pixel, and a recipe. */
const files = [
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=',
    'base64',
  ),
  Buffer.from('[{"@type":"Recipe","name":"Soup","recipeIngredient":["1 onion"]}]'),
].map((bytes) => new Uint8Array(bytes));

/** Requests that the document allows. */
export function validRequests({ method, path, operation }: Place): Arbitrary<WireRequest> {
  const parameters = operation.parameters.map((parameter) => pair(parameter));
  const [type, content] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
  const json = (content?.schema ? valuesOf(content.schema) : fc.jsonValue({ maxDepth: 2 })).map((value) =>
    JSON.stringify(value),
  );
  const body =
    type === 'application/octet-stream'
      ? fc.oneof(
          fc.constantFrom(...files),
          fc.uint8Array({ maxLength: 200 }).map((bytes) => new Uint8Array(bytes)),
        )
      : json;
  return fc.record({ values: fc.tuple(...parameters), body }).map(({ values, body: sent }) => ({
    method,
    path: writePath(path, values),
    headers: type ? { 'content-type': type } : {},
    body: type ? sent : undefined,
  }));
}

type Value = { parameter: Parameter; value: unknown };

function pair(parameter: Parameter): Arbitrary<Value | null> {
  const given = valuesOf(parameter.schema).map((value) => ({ parameter, value }));
  return parameter.required ? given : fc.option(given, { freq: 2 });
}

function writePath(path: string, values: readonly (Value | null)[]): string {
  const given = values.filter((one) => one !== null);
  const inPath = new Map(given.map(({ parameter, value }) => [parameter.name, String(value)]));
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encode(inPath.get(name) || 'x'));
  const query = given
    .filter(({ parameter }) => parameter.in === 'query')
    .map(({ parameter, value }) => `${parameter.name}=${encode(String(value))}`);
  return query.length === 0 ? filled : `${filled}?${query.join('&')}`;
}

function encode(text: string): string {
  // The parser of addresses would take "." and ".." for folders.
  return /^\.\.?$/.test(text) ? 'x' : encodeURIComponent(text.toWellFormed());
}

const LONG = 'x'.repeat(1_000_000);
const DEEP = 20_000;

/** Texts that a database, a pattern, an address or a program may trip over. */
const hostileTexts = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'x\udc00y',
  '\u202eevil\u202c',
  '\ufeff',
  '%',
  '_',
  "'",
  "' or 1=1 --",
  '\\',
  '"',
  '__proto__',
  'constructor',
  'null',
  'NaN',
  '0',
  '-1',
  '1e3',
  '٣',
  '2147483648',
  '99999999999999999999',
  '0000-00-00',
  '2026-02-30',
  '2026-13-45T25:61:61Z',
  '+275760-09-13T00:00:00.001Z',
  '9999-12-31T23:59:59.999999Z~9999',
  '0001-01-01T00:00:00+14:00',
  'a@b@c',
  'mailto:<a@b.example>',
  'javascript:alert(1)',
  'http://[',
  '../../etc/passwd',
  '👩‍👩‍👧‍👦'.repeat(50),
  'e\u0301'.repeat(500),
] as const;

const hostileValues: readonly unknown[] = [
  ...hostileTexts,
  null,
  true,
  [],
  {},
  [[]],
  -0,
  0.1,
  -1,
  2 ** 31,
  2 ** 53,
  1e308,
  { length: 5 },
  ['x', null],
];

/** A field that is looked up by its name must be an own one. */
const PROTOTYPE_KEYS =
  '"__proto__":{"isAdmin":true},"constructor":{"prototype":{}},"toString":1,"hasOwnProperty":null';

const badBodies: readonly (string | Uint8Array<ArrayBuffer>)[] = [
  '',
  '{',
  'null',
  '[]',
  '"text"',
  '0',
  '1e999',
  '{"a":1,}',
  '\ufeff{}',
  `{${PROTOTYPE_KEYS}}`,
  '[{"__proto__":null}]',
  '['.repeat(DEEP) + ']'.repeat(DEEP),
  `${'{"a":'.repeat(DEEP)}1${'}'.repeat(DEEP)}`,
  `"${LONG}"`,
  new Uint8Array([0x22, 0xff, 0xfe, 0x22]),
  new Uint8Array([0x50, 0x4b, 0x03, 0x04, 0, 0, 0, 0]),
];

const badTypes = [
  'text/plain',
  'application/xml',
  'application/json; charset=utf-16',
  'application/json;',
  'x',
  '',
];

/** Bytes that are no valid escape, or none of UTF-8. */
const badEscapes = ['%', '%zz', '%00', '%ED%A0%80', '%FF', '%2e%2e%2f', '%E0%A4%A', 'x'.repeat(3_000)];

/** A valid request with one thing wrong, or strange. */
export function mutatedRequests(place: Place): Arbitrary<WireRequest> {
  const { operation } = place;
  const query = operation.parameters.filter((one) => one.in === 'query').map(({ name }) => name);
  const mutations: Arbitrary<(request: WireRequest) => WireRequest>[] = [
    fc
      .constantFrom('page', 'x', '__proto__', 'constructor', 'a[]', 'a[b]', '%00', ...query)
      .chain((name) => fc.constantFrom(...hostileTexts, ...badEscapes).map((value) => addQuery(name, value))),
  ];
  if (query.length > 0) mutations.push(fc.constantFrom(...query).map((name) => repeatQuery(name)));
  if (place.path.includes('{')) {
    mutations.push(
      fc.constantFrom(...hostileTexts, ...badEscapes).map((value) => replacePath(place.path, value)),
    );
  }
  if (operation.requestBody) {
    mutations.push(
      fc.constantFrom(...badBodies).map((body) => (request) => ({ ...request, body })),
      fc
        .constantFrom(...badTypes)
        .map((type) => (request) => ({ ...request, headers: { 'content-type': type } })),
      fc
        .record({ at: fc.nat(), value: fc.constantFrom(...hostileValues, LONG) })
        .map(({ at, value }) => replaceField(at, value)),
      fc.nat().map((at) => dropField(at)),
      fc.constant((request) => ({
        ...request,
        body: String(request.body).replace(/^\{"?/, (start) =>
          start === '{"' ? `{${PROTOTYPE_KEYS},"` : start,
        ),
      })),
    );
  }
  return fc
    .record({ request: validRequests(place), mutate: fc.oneof(...mutations) })
    .map(({ request, mutate }) => mutate(request));
}

function escapeLoosely(value: string): string {
  return badEscapes.includes(value) ? value : encode(value);
}

function addQuery(name: string, value: string) {
  return (request: WireRequest): WireRequest => {
    const separator = request.path.includes('?') ? '&' : '?';
    return { ...request, path: `${request.path}${separator}${name}=${escapeLoosely(value)}` };
  };
}

function repeatQuery(name: string) {
  return (request: WireRequest): WireRequest => addQuery(name, 'x')(addQuery(name, '1')(request));
}

function replacePath(pattern: string, value: string) {
  return (request: WireRequest): WireRequest => {
    const [, query = ''] = request.path.split(/(?=\?)/);
    return { ...request, path: `${pattern.replaceAll(/\{\w+\}/g, escapeLoosely(value) || 'x')}${query}` };
  };
}

/** Every field of a value, however deep, as the object that holds it and its name. */
function listFields(value: unknown): { holder: Record<string, unknown>; name: string }[] {
  if (typeof value !== 'object' || value === null) return [];
  const holder = value as Record<string, unknown>;
  return Object.keys(holder).flatMap((name) => [{ holder, name }, ...listFields(holder[name])]);
}

function changeField(at: number, change: (holder: Record<string, unknown>, name: string) => void) {
  return (request: WireRequest): WireRequest => {
    if (typeof request.body !== 'string') return request;
    const value: unknown = JSON.parse(request.body);
    const fields = listFields(value);
    const field = fields[at % Math.max(fields.length, 1)];
    if (field) change(field.holder, field.name);
    return { ...request, body: JSON.stringify(value) };
  };
}

function replaceField(at: number, value: unknown) {
  return changeField(at, (holder, name) => {
    holder[name] = value;
  });
}

function dropField(at: number) {
  return changeField(at, (holder, name) => {
    delete holder[name];
  });
}
