import { beforeEach, expect, test } from 'vitest';
import { openSession } from '#api/auth/sessions.ts';
import { call } from '#client/call.ts';
import { dropEarlyAnswers, offerEarlyAnswers } from '#client/early-answers.ts';
import { startSession } from '#client/session.ts';
import { storageKeys } from '#client/storage-keys.ts';
import { readAccount } from '#contract/account.ts';
import { listUsers } from '#contract/users/list.ts';
import { addAdministrator } from '#tests/setup/api/people.ts';
import { journey } from '#tests/setup/journeys/journey.ts';

const { db, api, proxy } = journey;
const address = `${proxy.base}/admin/users`;
const early = () => Response.json({ data: [{ id: 7, first_name: 'Early' }], total: 1 });

beforeEach(async () => {
  dropEarlyAnswers();
  await db.deleteFrom('users').execute();
  const administrator = await addAdministrator(db);
  await db.updateTable('users').set({ first_name: 'Late' }).execute();
  const tokens = await openSession(db, { userId: administrator.id, rememberMe: false }, api.clock.now);
  startSession({ accessToken: tokens.token, refreshToken: tokens.refreshToken }, administrator);
});

function offer(
  answer: Promise<Response | null>,
  accessToken = localStorage.getItem(storageKeys.access) ?? '',
) {
  offerEarlyAnswers({ accessToken, answers: { [address]: answer } });
}

async function firstNames() {
  return (await call(listUsers)).data.map(({ first_name }) => first_name);
}

const paths = () => proxy.requests.map(({ path, query }) => path + query);

test('an early answer is used once, without a request', async () => {
  offer(Promise.resolve(early()));
  expect(await firstNames()).toEqual(['Early']);
  expect(paths()).toEqual([]);
  expect(await firstNames()).toEqual(['Late']);
  expect(paths()).toEqual(['/admin/users']);
});

test('of two calls at the same time one uses it', async () => {
  offer(Promise.resolve(early()));
  expect((await Promise.all([firstNames(), firstNames()])).sort()).toEqual([['Early'], ['Late']]);
  expect(paths()).toEqual(['/admin/users']);
});

test('a call waits for an answer that is on its way', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  offer(promise);
  const names = firstNames();
  resolve(early());
  expect(await names).toEqual(['Early']);
  expect(paths()).toEqual([]);
});

test('other calls do not use it', async () => {
  offer(Promise.resolve(early()));
  await call(readAccount);
  await call(listUsers, { query: { page: 1 } });
  expect(paths()).toEqual(['/admin/account', '/admin/users?page=1']);
});

test('an answer to another token is not used', async () => {
  offer(Promise.resolve(early()), 'of-another-user');
  expect(await firstNames()).toEqual(['Late']);
});

test('dropped answers are not used', async () => {
  offer(Promise.resolve(early()));
  dropEarlyAnswers();
  expect(await firstNames()).toEqual(['Late']);
});

test.each([
  ['failed', () => Promise.resolve(null)],
  [
    'was cut off',
    () =>
      Promise.resolve(
        new Response(new ReadableStream({ pull: (controller) => controller.error(new Error('cut')) })),
      ),
  ],
])('the call is sent if the early one %s', async (_how, answer) => {
  offer(answer());
  expect(await firstNames()).toEqual(['Late']);
  expect(paths()).toEqual(['/admin/users']);
});

test('an early 401 starts one refresh', async () => {
  offer(Promise.resolve(Response.json({ status: 401, message: 'too old' }, { status: 401 })));
  expect(await firstNames()).toEqual(['Late']);
  expect(paths()).toEqual(['/auth/refresh-token', '/admin/users']);
});

test('an early refusal is an answer', async () => {
  offer(Promise.resolve(Response.json({ status: 503, message: 'Not now.' }, { status: 503 })));
  await expect(firstNames()).rejects.toMatchObject({ status: 503, message: 'Not now.' });
  expect(paths()).toEqual([]);
});

test('an aborted call does not wait for it', async () => {
  offer(new Promise(() => undefined));
  const abort = new AbortController();
  const users = call(listUsers, { signal: abort.signal });
  abort.abort(new Error('left'));
  await expect(users).rejects.toThrow('left');
});
