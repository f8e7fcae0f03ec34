import { randomUUID } from 'node:crypto';
import { type KyselyPlugin, PostgresQueryCompiler } from 'kysely';
import { afterAll, expect, test, vi } from 'vitest';
import { hashPassword } from '#api/auth/password-hash.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { addAdministrator, addUser } from '#tests/setup/api/people.ts';
import { createRequester } from '#tests/setup/api/requests.ts';
import { serveApi } from '#tests/setup/api/serve.ts';

/** The queries of the server and the costs of its hashes, in order. */
const work: string[] = [];

// The modules of other test files have the real hash already, and must not get this one.
vi.hoisted(() => vi.resetModules());
afterAll(() => vi.resetModules());
vi.mock('node:crypto', async (load) => {
  const real = await load<typeof import('node:crypto')>();
  const argon2: typeof real.argon2 = (
    algorithm,
    { memory, passes, parallelism, tagLength, ...rest },
    done,
  ) => {
    work.push(`${algorithm} ${memory} KiB, ${passes} passes, ${parallelism} lanes, ${tagLength} bytes`);
    real.argon2(algorithm, { memory, passes, parallelism, tagLength, ...rest }, done);
  };
  return { ...real, argon2 };
});

const watching: KyselyPlugin = {
  transformQuery: ({ node, queryId }) => {
    work.push(new PostgresQueryCompiler().compileQuery(node, queryId).sql);
    return node;
  },
  transformResult: async ({ result }) => result,
};

const { db } = await cloneDatabase();
const trusted = { allowedOrigins: [], publicApiUrl: '/api/v1', trustedProxies: ['127.0.0.1'] };
const api = await serveApi(db, { db: db.withPlugin(watching), environment: trusted });

/** What a client can observe of one call. */
async function seen(path: string, body: object) {
  const from = `2001:db8:${randomUUID().slice(0, 4)}:${randomUUID().slice(0, 4)}::1`;
  work.length = 0;
  const {
    status,
    body: said,
    headers,
  } = await createRequester(api.base, undefined, {
    'x-forwarded-for': from,
  }).post(path, body);
  const { date: _, 'x-request-id': __, ...rest } = Object.fromEntries(headers);
  return { status, said, rest, work: [...work] };
}

const password = randomUUID();
const password_hash = await hashPassword(password);
const administrator = await addAdministrator(db);
const suspended = await addUser(db, { role: 'admin', status: 'suspended', password_hash });
const deleted = await addUser(db, { role: 'admin', status: 'deleted', password_hash });
const other = await addAdministrator(db);
const tooLong = 'x'.repeat(3_000);
const unknownAddress = `${randomUUID()}@example.com`;
const appUser = await addUser(db, { password_hash });
const withoutPassword = await addUser(db, { role: 'admin' });

test('a refused sign-in does the same work for every reason, rate-limited or not', async () => {
  for (let round = 1; round <= 7; round += 1) {
    const attempts = [
      await seen('/auth/admin-login', {
        email: administrator.email,
        password: randomUUID(),
        rememberMe: false,
      }),
      await seen('/auth/admin-login', { email: unknownAddress, password: randomUUID(), rememberMe: false }),
      await seen('/auth/admin-login', { email: other.email, password: tooLong, rememberMe: false }),
      await seen('/auth/admin-login', { email: suspended.email, password, rememberMe: false }),
      await seen('/auth/admin-login', { email: deleted.email, password, rememberMe: false }),
      await seen('/auth/admin-login', { email: appUser.email, password, rememberMe: false }),
      await seen('/auth/admin-login', { email: withoutPassword.email, password, rememberMe: false }),
    ];
    for (const attempt of attempts) expect(attempt).toEqual(attempts[0]);
    expect(attempts[0]?.status).toBe(round <= 5 ? 401 : 429);
    const hashes = attempts[0]?.work.filter((line) => line.startsWith('argon2id'));
    expect(hashes).toHaveLength(round <= 5 ? 1 : 0);
  }
});

test.each([
  ['/auth/forgot-password', {}],
  ['/auth/delete-account-request', { confirmation: 'DELETE', reason: 'a reason' }],
])('%s does the same work for every address, free and limited', async (path, more) => {
  const addresses = [administrator.email, suspended.email, deleted.email, appUser.email, unknownAddress];
  for (let round = 1; round <= 7; round += 1) {
    const answers = [];
    for (const email of addresses) answers.push(await seen(path, { ...more, email }));
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(answers[0]?.status).toBe(200);
    expect(answers[0]?.work.length).toBeGreaterThan(0);
  }
});
