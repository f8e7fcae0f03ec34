import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { defaultHeaders } from '#api/http/security-headers.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { addAdministrator, addUser } from '#tests/setup/api/people.ts';
import { createRequester, type Reply } from '#tests/setup/api/requests.ts';
import { serveApi } from '#tests/setup/api/serve.ts';

/** One long conversation. Every answer, mail and log line is checked. */

const { db } = await cloneDatabase();
const api = await serveApi(db);
const replies: Reply[] = [];
const secrets = new Set<string>();

/** Like `createRequester`; keeps every answer. */
function talking(token?: string) {
  const { send } = createRequester(api.base, token);
  return async (method: string, path: string, body?: unknown): Promise<Reply> => {
    const reply = await send(method, path, body);
    replies.push(reply);
    return reply;
  };
}

function secretIn(text: string, pattern: RegExp): string {
  const found = text.match(pattern)?.[1];
  if (!found) throw new Error(`There is no ${pattern} in it.`);
  secrets.add(found);
  return found;
}

type Tokens = { token: string; refreshToken: string };
function keep({ token, refreshToken }: Tokens): Tokens {
  secrets.add(token).add(refreshToken);
  return { token, refreshToken };
}

test('the log of a whole conversation contains no secret', async () => {
  const visitor = talking();
  const administrator = await addAdministrator(db);
  const colleague = await addAdministrator(db);
  const user = await addUser(db, { phone: `+44 ${randomUUID()}` });
  const signIn = async (email: string, password: string) => {
    secrets.add(password).add(email);
    return visitor('POST', '/auth/admin-login', { email, password, rememberMe: true });
  };
  for (const text of [user.email, user.first_name, user.phone ?? '', colleague.email]) secrets.add(text);

  await signIn(administrator.email, randomUUID());
  await signIn(`${randomUUID()}@example.com`, randomUUID());
  const first = await signIn(administrator.email, administrator.password);
  const { tokens } = first.body.data as { tokens: Tokens };
  keep(tokens);
  const refreshed = await visitor('POST', '/auth/refresh-token', { refreshToken: tokens.refreshToken });
  const next = keep(refreshed.body.data as Tokens);
  const admin = talking(next.token);

  await admin('GET', '/admin/users');
  await admin('GET', `/admin/users?keyword=${encodeURIComponent(user.email)}`);
  await admin('PUT', `/admin/users/${user.id}`, { first_name: 'A', last_name: 'B', phone: randomUUID() });
  await admin('PUT', `/admin/users/${user.id}`, { first_name: 'A\u0000', last_name: 'B', phone: '1' });
  await admin('GET', `/admin/users/${user.id}/audit`);
  await admin('GET', '/admin/account');
  await admin('DELETE', '/admin/users/1');
  await admin('POST', '/admin/users/1', {});
  await visitor('GET', `/admin/nowhere/${next.token}`);
  await visitor('POST', '/auth/forgot-password', '{"email":');
  await visitor('POST', '/auth/forgot-password', { email: 'x'.repeat(300_000) });

  const password = randomUUID();
  await admin('POST', '/admin/account/password', {
    currentPassword: administrator.password,
    password,
    confirmPassword: password,
  });
  secrets.add(password);

  await visitor('POST', '/auth/forgot-password', { email: colleague.email });
  const resetToken = secretIn((await api.waitForMailTo(colleague.email)).text, /token=([\w-]{43})/);
  const fresh = randomUUID();
  secrets.add(fresh);
  const reset = { token: resetToken, password: fresh, confirmPassword: fresh };
  expect((await visitor('POST', '/auth/reset-password', reset)).status).toBe(200);
  await visitor('POST', '/auth/reset-password', reset);

  await visitor('POST', '/auth/delete-account-request', {
    email: user.email,
    reason: 'a reason of my own',
    confirmation: 'DELETE',
  });
  const deletionToken = secretIn((await api.waitForMailTo(user.email)).text, /delete-account\/([\w-]{43})/);
  await visitor('POST', '/auth/verify-delete-account-request', { token: deletionToken });
  await visitor('POST', '/auth/verify-delete-account-request', { token: deletionToken });

  // A server error whose query contains an email address.
  await sql`alter table users rename column phone to renamed`.execute(db);
  const failed = await admin('PUT', `/admin/users/${colleague.id}`, {
    first_name: 'A',
    last_name: 'B',
    phone: user.email,
  });
  expect(failed.status).toBe(500);
  await sql`alter table users rename column renamed to phone`.execute(db);
  await admin('POST', '/admin/logout');

  const logLines = api.logLines.join('');
  expect(logLines).toContain(String(failed.body.requestId));
  expect(secrets.size).toBeGreaterThan(15);
  for (const secret of secrets) expect(logLines).not.toContain(secret);
  expect(logLines).not.toContain('a reason of my own');

  const seen = new Set(replies.map(({ status }) => status));
  expect([...seen].sort()).toEqual([200, 400, 401, 405, 413, 422, 500]);
});

test('every answer has its own request id and the security headers, with any status', async () => {
  const names = replies.map(({ headers }) => headers.get('x-request-id'));
  expect(new Set(names).size).toBe(replies.length);
  const outside = [
    await fetch(new URL('/healthz', api.base)),
    await fetch(new URL('/nothing-here', api.base)),
    await fetch(new URL('/nothing-here', api.base), { method: 'POST' }),
    await fetch(`${api.base}/pictures/none.svg`),
  ];
  for (const { headers } of [...replies, ...outside]) {
    expect(Object.fromEntries(headers)).toMatchObject({
      ...defaultHeaders,
      'x-request-id': expect.stringMatching(/^[\w-]{36}$/),
    });
    expect(headers.get('x-powered-by')).toBeNull();
    expect(headers.get('server')).toBeNull();
  }
});

test('PUBLIC_API_URL sets the path of the API', async () => {
  for (const [publicApiUrl, path] of [
    ['/backend', '/backend'],
    ['https://api.example.com/meals/v2', '/meals/v2'],
    ['https://api.example.com', ''],
  ] as const) {
    const served = await serveApi(db, {
      environment: { allowedOrigins: [], publicApiUrl, trustedProxies: [] },
    });
    expect(new URL(served.base).pathname.replace(/\/$/, '')).toBe(path);
    expect((await fetch(`${served.base}/admin/users`)).status).toBe(401);
    const health = await fetch(new URL('/healthz', served.base));
    expect(health.status).toBe(200);
    const nowhere = await fetch(new URL('/api/v1/admin/users', served.base));
    expect(nowhere.status).toBe(404);
  }
});
