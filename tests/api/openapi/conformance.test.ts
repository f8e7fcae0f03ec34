import { expect, test } from 'vitest';
import { withConformance } from '#tests/setup/openapi/conformance.ts';

const requestId = '0b5c7c0e-3a42-4b0f-9a0c-3d1c1f6f5a2e';
const json = { 'content-type': 'application/json', 'x-request-id': requestId };

/** What is said about this answer to this request. */
async function violationsOf(
  [method, path]: readonly [string, string],
  [status, body, headers = json]: readonly [number, unknown, Record<string, string>?],
): Promise<string[]> {
  const violations: string[] = [];
  const sent = body === null ? null : JSON.stringify(body);
  const fetch = withConformance(() => new Response(sent, { status, headers }), {
    publicApiUrl: '/api/v1',
    violations,
  });
  const answer = await fetch(new Request(`http://localhost/api/v1${path}`, { method }), {});
  expect([answer.status, await answer.text()]).toEqual([status, sent ?? '']);
  return violations;
}

const answer = { status: 200, message: 'OK', data: { hasAccess: true, by: null, until: null } };
const problem = { status: 404, message: 'User not found.' };

test.each([
  [
    ['GET', '/entitlements/5'],
    [200, answer],
  ],
  [
    ['HEAD', '/entitlements/5'],
    [200, null],
  ],
  [
    ['GET', '/entitlements/5'],
    [404, problem],
  ],
  [
    ['POST', '/entitlements/5'],
    [405, { ...problem, status: 405 }, { ...json, allow: 'GET' }],
  ],
  [
    ['GET', '/nowhere'],
    [404, problem],
  ],
  [
    ['POST', '/admin/nowhere'],
    [401, { ...problem, status: 401 }],
  ],
  [
    ['POST', '/webhooks/apple'],
    [204, null, { 'x-request-id': requestId }],
  ],
] as const)('%j may be answered with %j', async (request, answered) => {
  expect(await violationsOf(request, answered)).toEqual([]);
});

test.each([
  ['a status without a description', ['GET', '/entitlements/5'], [418, problem]],
  ['a missing field', ['GET', '/entitlements/5'], [200, { ...answer, data: { hasAccess: true } }]],
  ['an unknown field', ['GET', '/entitlements/5'], [200, { ...answer, secret: 1 }]],
  ['a field of another type', ['GET', '/entitlements/5'], [200, { ...answer, message: 1 }]],
  ['an unknown field of an error', ['GET', '/entitlements/5'], [404, { ...problem, stack: 'at line 1' }]],
  [
    'an answer without a request id',
    ['GET', '/entitlements/5'],
    [200, answer, { 'content-type': 'application/json' }],
  ],
  [
    'another type of content',
    ['GET', '/entitlements/5'],
    [200, answer, { ...json, 'content-type': 'text/html' }],
  ],
  ['no body where there is one', ['POST', '/webhooks/apple'], [200, null]],
  ['a rate limit without a time', ['POST', '/auth/forgot-password'], [429, { ...problem, status: 429 }]],
  ['a wrong method that works', ['DELETE', '/entitlements/5'], [200, answer]],
  [
    'a wrong method with wrong methods allowed',
    ['PUT', '/entitlements/5'],
    [405, problem, { ...json, allow: 'PUT' }],
  ],
  ['an unknown address that works', ['GET', '/nowhere'], [200, answer]],
  ['a call of the parent address', ['GET', '/admin/recipes/bulk'], [200, answer]],
] as const)('%s is a violation', async (_name, request, answered) => {
  expect(await violationsOf(request, answered)).toHaveLength(1);
});
