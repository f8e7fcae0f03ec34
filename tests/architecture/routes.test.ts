import { expect, test } from 'vitest';
import { readSources } from './sources.ts';

/** Not part of the contract. */
const others = ['api/routes/openapi.ts', 'api/routes/pictures.ts', 'api/routes/webhooks.ts'];

/** A method, a status of 200 or a parameter name that the contract already contains. */
const REPEATED =
  /\.(?:get|post|put|on)\((?:\w+\.path|['"`]\/)|\bstatus: 200\b|\.req\.(?:param|query|json|text)\(/;

test('no route repeats its endpoint', () => {
  const routes = Object.entries(readSources()).filter(
    ([file]) => file.startsWith('api/routes/') && !others.includes(file),
  );
  expect(routes.length).toBeGreaterThan(5);
  expect(routes.filter(([, text]) => REPEATED.test(text)).map(([file]) => file)).toEqual([]);
});

test.each([
  'app.get(listUsers.path, handler)',
  `app.post('/admin/users', handler)`,
  'return { status: 200, data }',
  `context.req.param('userId')`,
])('finds %s', (text) => {
  expect(REPEATED.test(text)).toBe(true);
});
