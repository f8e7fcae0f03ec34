import { Hono } from 'hono';
import { pino } from 'pino';
import * as v from 'valibot';
import { expect, expectTypeOf, test } from 'vitest';
import { listMethods, toProblemResponse } from '#api/http/error-response.ts';
import { serve, serveByText } from '#api/http/serve-endpoint.ts';
import { endpoint } from '#contract/endpoint.ts';

const digits = v.pipe(v.string(), v.digits(), v.transform(Number));
const save = endpoint({
  method: 'PUT',
  path: '/shelves/:shelfId/jars/:jarId',
  query: v.object({ page: v.optional(digits), keyword: v.optional(v.string()) }),
  body: v.object({ label: v.string() }),
  answer: v.object({ status: v.literal(200), message: v.string(), data: v.object({ label: v.string() }) }),
  reshape: (body) => body,
});
const find = endpoint({
  method: 'GET',
  path: '/jars/:name',
  answer: v.object({ status: v.literal(200), message: v.string(), name: v.string() }),
  reshape: (body) => body,
});

const app = new Hono();
app.onError((error, context) => toProblemResponse(error, context, pino({ level: 'silent' })));
const calls: unknown[] = [];
serve(app, save, async ({ parameters, query, body }) => {
  expectTypeOf(parameters).toEqualTypeOf<Readonly<Record<'shelfId' | 'jarId', number>>>();
  expectTypeOf(body).toEqualTypeOf<{ label: string }>();
  calls.push({ parameters, query, body });
  const row = { label: body.label, secret: 'hidden' };
  return { data: row };
});
serveByText(app, find, async ({ parameters, body, context }) => {
  expectTypeOf(parameters).toEqualTypeOf<Readonly<Record<'name', string>>>();
  expectTypeOf(body).toEqualTypeOf<undefined>();
  if (parameters.name === 'taken') return context.json({ status: 409 }, 409);
  return { name: parameters.name, message: 'Found.' };
});

async function ask(path: string, body?: unknown, type = 'application/json') {
  const response = await app.request(path, {
    method: body === undefined ? 'GET' : 'PUT',
    ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': type } }),
  });
  return { status: response.status, text: await response.text() };
}

test('a handler gets every part of the request; its answer gets the envelope, without unknown fields', async () => {
  const { status, text } = await ask('/shelves/3/jars/4?page=2&keyword=007', { label: 'plum', other: 1 });
  expect([status, text]).toEqual([200, '{"status":200,"message":"OK","data":{"label":"plum"}}']);
  expect(calls).toEqual([
    { parameters: { shelfId: 3, jarId: 4 }, query: { page: 2, keyword: '007' }, body: { label: 'plum' } },
  ]);
});

test('a text parameter stays a text, a message replaces OK, and a response is sent as it is', async () => {
  expect(await ask('/jars/12')).toEqual({
    status: 200,
    text: '{"status":200,"message":"Found.","name":"12"}',
  });
  expect(await ask('/jars/taken')).toEqual({ status: 409, text: '{"status":409}' });
});

test.each([
  ['/shelves/x/jars/4?page=x', 'text/plain', 404],
  ['/shelves/3/jars/0?page=x', 'text/plain', 404],
  ['/shelves/3/jars/4?page=x', 'text/plain', 400],
  ['/shelves/3/jars/4', 'text/plain', 415],
  ['/shelves/3/jars/4', 'application/json', 422],
])('%s as %s is refused with %i before the handler', async (path, type, status) => {
  const before = calls.length;
  expect((await ask(path, {}, type)).status).toBe(status);
  expect(calls).toHaveLength(before);
});

test.each([
  ['GET', '/shelves/new/jars/4', 404, null],
  ['PUT', '/shelves/first/jars', 405, 'GET'],
  ['GET', '/shelves/first/jars', 200, null],
  ['GET', '/shelves/3/jars', 405, 'PUT'],
])(
  '%s %s: a parameter that is no row id leaves the address to other calls (%i)',
  async (method, path, status, allow) => {
    const shelves = new Hono();
    const answer = v.object({ status: v.literal(200), message: v.string() });
    const reshape = (body: unknown) => body;
    const first = endpoint({ method: 'GET', path: '/shelves/first/jars', answer, reshape });
    const fill = endpoint({ method: 'PUT', path: '/shelves/:shelfId/jars', answer, reshape });
    serve(shelves, fill, async () => ({}));
    serve(shelves, first, async () => ({}));
    shelves.all('*', (context) => {
      const methods = listMethods(shelves, context.req.path);
      return methods.length === 0 ? context.notFound() : context.text('', 405, { allow: methods.join(', ') });
    });
    const reply = await shelves.request(path, { method });
    expect([reply.status, reply.headers.get('allow')]).toEqual([status, allow]);
  },
);
