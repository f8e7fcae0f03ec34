import type { JsonSchema } from '@valibot/to-json-schema';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { HtmlValidate } from 'html-validate';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { createDocument } from '#api/openapi/document.ts';
import { groups } from '#api/openapi/operations.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { serveApi } from '#tests/setup/api/serve.ts';

type Call = { method: string; path: string };

const modules = import.meta.glob<Record<string, unknown>>(
  ['../../../shared/contract/**/*.ts', '!**/*.test.ts'],
  { eager: true },
);
const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'reshape' in value;
const calls = Object.values(modules).flatMap((module) =>
  Object.entries(module).flatMap(([name, call]) => (isCall(call) ? [{ name, call }] : [])),
);

const { db } = await cloneDatabase();
const api = await serveApi(db);
const document = createDocument('/api/v1');
const listed = groups.flatMap(({ operations }) => Object.entries(operations));
const described = Object.entries(document.paths).flatMap(([path, { servers: _, ...methods }]) =>
  Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
);

test('every call of the contract is described, under its name', () => {
  expect(calls.length).toBeGreaterThan(90);
  const missing = calls.filter(
    ({ name, call }) => !listed.some(([id, one]) => id === name && one.call === call),
  );
  expect(missing.map(({ name }) => name)).toEqual([]);
});

test('every route of the server is described, and nothing else', () => {
  const routes = api.routes.map(({ method, path }) => `${method} ${path.replaceAll(/\/:(\w+)/g, '/{$1}')}`);
  const places = described.map(
    ({ method, path }) => `${method} ${['/healthz', '/readyz'].includes(path) ? '' : '/api/v1'}${path}`,
  );
  expect([...new Set(routes)].sort()).toEqual(places.sort());
});

test('no two operations share an id', () => {
  const ids = described.map(({ operation }) => operation.operationId);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.length).toBe(listed.length);
});

test('every parameter and every field of a body has a text, and every call of the app has a scope', () => {
  const withoutText = described.flatMap(({ operation: { operationId, parameters, requestBody } }) => [
    ...parameters.filter(({ description }) => description === '').map(({ name }) => `${operationId}.${name}`),
    ...Object.entries(requestBody?.content['application/json']?.schema?.properties ?? {})
      .filter(([, field]) => typeof field === 'object' && !field.description)
      .map(([name]) => `${operationId}.${name}`),
  ]);
  expect(withoutText).toEqual([]);
  const withoutScope = described.filter(({ operation }) =>
    operation.security.some(({ appKey }) => appKey && appKey.length !== 1),
  );
  expect(withoutScope).toEqual([]);
});

test('a rule that JSON Schema can’t say is in a text', () => {
  const bodyOf = (id: string) =>
    described.find(({ operation }) => operation.operationId === id)?.operation.requestBody?.content[
      'application/json'
    ]?.schema;
  expect(bodyOf('updateUser')?.properties).toMatchObject({
    phone: { type: 'string', description: expect.stringContaining('Phone can have at most 50 characters.') },
  });
  expect(bodyOf('createRecipe')?.properties).toMatchObject({
    videoURL: {
      description: expect.stringContaining('Enter a web address that begins with https:// or http://.'),
    },
  });
  // The default of a required field is there for its message.
  expect(bodyOf('resetPassword')?.required).toEqual(['token', 'password', 'confirmPassword']);
});

test('every field of an answer to the app has a text, also where an answer has two forms', () => {
  const fieldsOf = (place: string, schema: JsonSchema): string[] => {
    const own = Object.entries(schema.properties ?? {}).flatMap(([name, field]) =>
      typeof field === 'object'
        ? [...(field.description ? [] : [`${place}.${name}`]), ...fieldsOf(`${place}.${name}`, field)]
        : [],
    );
    const inside = [schema.items ?? [], schema.anyOf ?? [], schema.oneOf ?? []].flat();
    return [...own, ...inside.flatMap((one) => (typeof one === 'object' ? fieldsOf(place, one) : []))];
  };
  const schemas = described
    .filter(({ operation }) => operation.security.some(({ appKey }) => appKey))
    .map(({ operation: { operationId, responses } }) => {
      const answer = responses['200'];
      const content = answer && 'content' in answer ? answer.content : undefined;
      return [operationId, content?.['application/json']?.schema ?? {}] as const;
    });
  const named = Object.entries(document.components.schemas).filter(([name]) => name === 'PublishedRecipe');
  expect(schemas.length).toBeGreaterThan(9);
  expect([...schemas, ...named].flatMap(([place, schema]) => fieldsOf(place, schema))).toEqual([]);
});

const ajv = new Ajv2020({ strict: true, strictTypes: false, validateFormats: false });
ajv.addVocabulary(['components']);
const { components } = document;

const examples = described.flatMap(({ operation: { operationId, requestBody, responses } }) =>
  [requestBody, responses['200']].flatMap((part) => {
    const content = part && 'content' in part ? part.content?.['application/json'] : undefined;
    return content?.schema ? [{ operationId, isBody: part === requestBody, ...content }] : [];
  }),
);

test('every schema is one, and accepts its example', () => {
  expect(examples.length).toBeGreaterThan(110);
  for (const { operationId, schema, example } of examples) {
    const validate = ajv.compile({ allOf: [schema], components });
    expect(validate(example), `${operationId}: ${ajv.errorsText(validate.errors)}`).toBe(true);
  }
});

test('the contract accepts every example of a body', () => {
  const bodies = examples.filter(({ isBody }) => isBody);
  expect(bodies.length).toBeGreaterThan(20);
  for (const { operationId, example } of bodies) {
    const schema = listed.find(([id]) => id === operationId)?.[1].call.body;
    if (!schema) throw new Error(`${operationId} has no body.`);
    expect(v.safeParse(schema, example).issues, operationId).toBeUndefined();
  }
});

test('GET /openapi.json is the document, compressed, and nothing for a known ETag', async () => {
  const url = `${api.base}/openapi.json`;
  const answer = await fetch(url);
  expect(answer.status).toBe(200);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'application/json',
    'content-encoding': 'gzip',
    'x-request-id': expect.any(String),
  });
  expect(await answer.json()).toEqual(JSON.parse(JSON.stringify(document)));
  const etag = answer.headers.get('etag') ?? '';
  const again = await fetch(url, { headers: { 'if-none-match': etag } });
  expect([again.status, await again.text()]).toEqual([304, '']);
  expect((await fetch(url, { method: 'HEAD' })).status).toBe(200);
  const refused = await fetch(url, { method: 'POST' });
  expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET']);
});

test('GET /docs is a valid page with every operation and every schema, without a script or a foreign address', async () => {
  const answer = await fetch(`${api.base}/docs`);
  const page = await answer.text();
  const report = await new HtmlValidate({ extends: ['html-validate:recommended'] }).validateString(page);
  expect(
    report.results.flatMap(({ messages }) => messages.map(({ message, line }) => `${line}: ${message}`)),
  ).toEqual([]);
  const ids = new Set([...page.matchAll(/<article id="([\w-]+)"/g)].map(([, id]) => id));
  const wanted = [
    ...described.map(({ operation }) => operation.operationId),
    ...Object.keys(components.schemas).map((name) => `schema-${name}`),
  ];
  expect(wanted.filter((id) => !ids.has(id))).toEqual([]);
  const targets = [...page.matchAll(/<[^>]+\s(?:href|src|action)="([^"]*)"/g)].map(
    ([, target = '']) => target,
  );
  const dead = targets.filter((target) => target !== 'openapi.json' && !ids.has(target.slice(1)));
  expect(dead).toEqual([]);
  expect(page).not.toMatch(/<script|\son\w+=|\sstyle="/);
  expect(answer.headers.get('content-security-policy')).toMatch(
    /^default-src 'none'; style-src 'sha256-[\w+/=]{44}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
  );
});
