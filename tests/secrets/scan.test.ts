import { expect, test } from 'vitest';
import type { Evidence } from './evidence.ts';
import { scan } from './scan.ts';

const token = 'k3VxR0zq-Yw1nB7_tUe5Hs9LdGc2Fa4Jm6Pi8Oj0XvQ';
const password = 'four "brown" horses';
const secrets: Evidence[] = [
  { kind: 'secret', sort: 'session', text: token },
  { kind: 'secret', sort: 'password', text: password },
  { kind: 'secret', sort: 'mailed', text: token.toLowerCase() },
];
const where = 'a test';
const found = (kind: 'log' | 'mail' | 'address' | 'page', text: string) =>
  scan([...secrets, { kind, text, where }]).map(({ sort }) => sort);

test.each([
  ['log', `{"msg":"refused ${token}"}`, 'session'],
  ['log', JSON.stringify({ body: { password } }), 'password'],
  ['log', `GET /reset-password?token=${token.toLowerCase()}`, 'mailed'],
  ['log', '{"to":"person@example.com"}', 'person'],
  ['mail', `Your new password is ${password}.`, 'password'],
  ['mail', `https://meals.example/?t=${token}`, 'session'],
  ['address', `/login?password=${encodeURIComponent(password)}`, 'password'],
  ['address', `/login?password=${new URLSearchParams({ password }).get('password')}`, 'password'],
  ['address', `/api/v1/auth/reset-password?token=${token.toLowerCase()}`, 'mailed'],
  ['page', `https://meals.example/?token=${token.toLowerCase()}`, 'mailed'],
] as const)('a secret planted in a %s is found: %s', (kind, text, sort) => {
  expect(found(kind, text)).toEqual([sort]);
});

test.each([
  ['log', `{"requestId":"${crypto.randomUUID()}"}`],
  ['log', 'Administrator: person@example.com\n'],
  ['mail', `https://meals.example/delete-account/${token.toLowerCase()}`],
  ['page', `https://meals.example/reset-password?token=${token.toLowerCase()}`],
  ['page', `https://meals.example/delete-account/${token.toLowerCase()}`],
] as const)('a secret that a %s may hold is no finding: %s', (kind, text) => {
  expect(found(kind, text)).toEqual([]);
});
