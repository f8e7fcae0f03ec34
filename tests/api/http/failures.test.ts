import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openSession } from '#api/auth/sessions.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { addUser } from '#tests/setup/api/people.ts';
import { recipeContent, recipeIn } from '#tests/setup/api/recipes.ts';
import { createRequester, type Reply, signInAdministrator } from '#tests/setup/api/requests.ts';
import { serveApi } from '#tests/setup/api/serve.ts';

const database = await cloneDatabase();
const { db } = database;
const api = await serveApi(db);
const admin = await signInAdministrator(database, api);
const visitor = createRequester(api.base);

const guarded = [
  ['GET', '/admin/subscriptions/stats'],
  ['GET', '/admin/subscriptions/history/1'],
  ['GET', '/admin/subscriptions/failed-payments'],
  ['GET', '/admin/subscriptions/failed-payment-values'],
  ['GET', '/admin/subscriptions/failed-payments/1/checks'],
  ['POST', '/admin/subscriptions/retry/1'],
  ['GET', '/admin/users'],
  ['GET', '/admin/users/1'],
  ['PUT', '/admin/users/1'],
  ['GET', '/admin/recipes'],
  ['GET', '/admin/recipes/1'],
  ['POST', '/admin/recipes'],
  ['PUT', '/admin/recipes/1'],
  ['POST', '/admin/recipes/bulk'],
  ['POST', '/admin/recipes/1/publish'],
  ['POST', '/admin/recipes/1/unpublish'],
  ['POST', '/admin/recipes/1/delete'],
  ['POST', '/admin/recipes/1/restore'],
  ['POST', '/admin/recipes/1/revert'],
  ['GET', '/admin/recipes/1/versions'],
  ['GET', '/admin/recipes/1/versions/1'],
  ['GET', '/admin/recipe-values'],
  ['POST', '/admin/recipe-entries'],
  ['POST', '/admin/users/1/suspend'],
  ['POST', '/admin/users/1/restore'],
  ['GET', '/admin/users/1/audit'],
  ['GET', '/admin/account'],
  ['POST', '/admin/account/password'],
  ['POST', '/admin/account/sign-out-everywhere'],
  ['POST', '/admin/account/sessions/1/end'],
  ['POST', '/admin/logout'],
  ['GET', '/admin/nothing-here'],
] as const;

function expectProblem(reply: Reply, status: number): void {
  expect(reply.status).toBe(status);
  expect(reply.headers.get('content-type')).toMatch(/^application\/json/);
  expect(reply.headers.get('x-request-id')).toMatch(/^[\w-]{36}$/);
  expect(reply.headers.get('cache-control')).toBe('no-store');
  expect(reply.headers.get('x-content-type-options')).toBe('nosniff');
  expect(reply.body).toEqual({ status, message: expect.stringMatching(/^[A-Z].{5,}/) });
}

test.each(guarded)(
  '%s %s: 401 without a valid token, 403 for users who are no administrators',
  async (method, path) => {
    const user = await addUser(db, { role: 'user' });
    const { token } = await openSession(db, { userId: user.id, rememberMe: false }, api.clock.now);
    for (const client of [
      visitor,
      createRequester(api.base, 'x'),
      createRequester(api.base, randomUUID().repeat(2)),
    ]) {
      const reply = await client.send(method, path);
      expectProblem(reply, 401);
      expect(reply.headers.get('www-authenticate')).toBe('Bearer');
    }
    expectProblem(await createRequester(api.base, token).send(method, path), 403);
  },
);

test('one message for every refused sign-in', async () => {
  const attempts = [
    { email: `${randomUUID()}@example.com`, password: 'x' },
    { email: admin.administrator.email, password: randomUUID() },
    { email: (await addUser(db)).email, password: 'x' },
  ];
  const replies = await Promise.all(
    attempts.map((attempt) => visitor.post('/auth/admin-login', { ...attempt, rememberMe: true })),
  );
  for (const reply of replies) expectProblem(reply, 401);
  expect(new Set(replies.map(({ body }) => body.message)).size).toBe(1);
});

test('405 names the allowed methods, 404 is for unknown addresses', async () => {
  const reply = await visitor.send('DELETE', '/auth/admin-login');
  expectProblem(reply, 405);
  expect(reply.headers.get('allow')).toBe('POST');
  const users = await admin.send('DELETE', '/admin/users/1');
  expectProblem(users, 405);
  expect(users.headers.get('allow')).toBe('GET, PUT');
  expectProblem(await admin.get('/admin/nothing-here'), 404);
  expectProblem(await visitor.get('/nothing-here'), 404);
});

test('415 for other types than JSON, 400 for invalid JSON, 422 for invalid fields', async () => {
  const send = (type: string, body: BodyInit) =>
    fetch(`${api.base}/auth/forgot-password`, { method: 'POST', headers: { 'content-type': type }, body });
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonx', '']) {
    expect((await send(type, '{"email":"a@example.com"}')).status).toBe(415);
  }
  for (const body of ['', '{', 'undefined', '{"email":"\\uD800', new Uint8Array([0x22, 0xff, 0x22])]) {
    expect((await send('application/json', body)).status).toBe(400);
  }
  expect((await send('application/json; charset=utf-8', '{"email":"a@example.com"}')).status).toBe(200);
  for (const body of [null, [], 'x', 5, { email: 5 }, { email: 'x'.repeat(321) }]) {
    expectProblem(await visitor.post('/auth/forgot-password', JSON.stringify(body)), 422);
  }
  expectProblem(await visitor.post('/auth/admin-login', {}), 422);
});

test.each(['page=0', 'page=-1', 'page=x', 'page=1.5', 'pageSize=0', 'pageSize=101', 'page=1000001'])(
  '400 for the query %s',
  async (query) => {
    for (const list of ['users', 'recipes']) expectProblem(await admin.get(`/admin/${list}?${query}`), 400);
  },
);

test('413 for a body that is too large, also without a Content-Length', async () => {
  const large = JSON.stringify({ email: 'x'.repeat(300_000) });
  expectProblem(await visitor.post('/auth/forgot-password', large), 413);
  const { hostname, port } = new URL(api.base);
  const answer = await new Promise<string>((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString();
      if (text.includes('too large')) {
        socket.destroy();
        resolve(text);
      }
    });
    socket.on('error', reject);
    socket.write(
      'POST /api/v1/auth/forgot-password HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n',
    );
    const piece = 'x'.repeat(100_000);
    for (let count = 0; count < 3; count += 1) socket.write(`${piece.length.toString(16)}\r\n${piece}\r\n`);
  });
  expect(answer).toContain(' 413 ');
});

test('422 for a character that the database cannot store', async () => {
  const user = await addUser(db);
  const names = { first_name: 'A\u0000B', last_name: 'B', phone: '1' };
  expectProblem(await admin.put(`/admin/users/${user.id}`, names), 422);
});

test('a new column of a table is never answered', async () => {
  const planted = `planted-${randomUUID()}`;
  const { db: own } = await cloneDatabase();
  const served = await serveApi(own);
  const caller = await signInAdministrator({ db: own }, served);
  const user = await addUser(own);
  for (const table of [
    'users',
    'sessions',
    'audit_entries',
    'subscriptions',
    'charges',
    'recipes',
    'recipe_versions',
    'failed_payments',
  ]) {
    await sql`alter table ${sql.table(table)} add column planted text default ${sql.lit(planted)}`.execute(
      own,
    );
  }
  await sql`
    with subscription as (
      insert into subscriptions (user_id, plan, product_id, platform, status, start_date)
      values (${user.id}, 'Monthly', 'x', 'ios', 'on_hold', now()) returning id
    ), purchase as (
      insert into purchases (platform, key) values ('ios', ${`secret-${planted}`})
    ) insert into failed_payments (user_id, subscription_id, product_id, platform, purchase_token, amount_cents)
      select ${user.id}::integer, id, 'x', 'ios', ${`secret-${planted}`}, 1 from subscription`.execute(own);
  const created = await caller.post('/admin/recipes', recipeContent());
  const recipeId = recipeIn(created).id;
  await caller.put(`/admin/users/${user.id}`, { first_name: 'A', last_name: 'B', phone: '1' });
  const paths = [
    '/admin/users',
    `/admin/users/${user.id}`,
    `/admin/users/${user.id}/audit`,
    '/admin/account',
    `/admin/subscriptions/history/${user.id}`,
    '/admin/subscriptions/failed-payments',
    '/admin/subscriptions/failed-payments?keyword=secret',
    '/admin/subscriptions/failed-payment-values',
    '/admin/subscriptions/stats',
    '/admin/recipes',
    `/admin/recipes/${recipeId}`,
    `/admin/recipes/${recipeId}/versions`,
    `/admin/recipes/${recipeId}/versions/1`,
    '/admin/recipe-values',
  ];
  for (const path of paths) {
    const { status, body } = await caller.get(path);
    expect(status, path).toBe(200);
    expect(JSON.stringify(body), path).not.toContain(planted);
  }
  const login = await createRequester(served.base).post('/auth/admin-login', {
    email: caller.administrator.email,
    password: caller.administrator.password,
    rememberMe: false,
  });
  expect(login.status).toBe(200);
  expect(JSON.stringify(login.body)).not.toContain(planted);
  expect(JSON.stringify(login.body)).not.toContain('argon2');
});

test('only pages of listed origins may call across origins', async () => {
  const served = await serveApi(db, {
    environment: { allowedOrigins: ['https://meals.example'], publicApiUrl: '/api/v1', trustedProxies: [] },
  });
  const ask = (origin: string, method: string) =>
    fetch(`${served.base}/admin/users/1`, {
      method,
      headers: {
        origin,
        'access-control-request-method': 'PUT',
        'access-control-request-headers': 'authorization,content-type',
      },
    });
  const preflight = await ask('https://meals.example', 'OPTIONS');
  expect(preflight.status).toBe(204);
  expect(Object.fromEntries(preflight.headers)).toMatchObject({
    'access-control-allow-origin': 'https://meals.example',
    'access-control-allow-methods': 'GET,POST,PUT',
    'access-control-allow-headers': 'authorization,content-type',
  });
  // The message of a failure must be readable across origins too.
  const refused = await ask('https://meals.example', 'GET');
  expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([
    401,
    'https://meals.example',
  ]);
  for (const method of ['OPTIONS', 'GET']) {
    const stranger = await ask('https://thief.example', method);
    expect(stranger.headers.get('access-control-allow-origin')).toBeNull();
  }
});
