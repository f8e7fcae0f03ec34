import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { openSession } from '#api/auth/sessions.ts';
import { download } from '#client/download.ts';
import { startSession } from '#client/session.ts';
import { exportRecipes } from '#contract/recipes/exports.ts';
import { addAdministrator } from '#tests/setup/api/people.ts';
import { journey } from '#tests/setup/journeys/journey.ts';

const { db, api, proxy } = journey;
const query = { format: 'csv' } as const;

beforeEach(async () => {
  api.clock.now = new Date();
  await db.deleteFrom('users').execute();
  const administrator = await addAdministrator(db);
  const tokens = await openSession(db, { userId: administrator.id, rememberMe: false }, api.clock.now);
  startSession(
    { accessToken: tokens.token, refreshToken: tokens.refreshToken },
    { ...administrator, capabilities: [] },
  );
});

const paths = () => proxy.requests.map(({ path }) => path);
const allowed = { 'access-control-allow-origin': '*' };

test('a file arrives whole, with the token in a header and progress', async () => {
  const progress: number[] = [];
  const file = await download(exportRecipes, { query, onProgress: (bytes) => progress.push(bytes) });
  expect(await file.text()).toContain('title,description');
  expect(progress.at(-1)).toBe(file.size);
  expect(proxy.requests[0]?.headers.get('authorization')).toMatch(/^Bearer /);
  expect(proxy.requests[0]?.query).toBe('?format=csv');
});

test('a 401 causes a refresh, and the file is asked for once more', async () => {
  api.clock.now = new Date(api.clock.now.getTime() + 16 * 60_000);
  expect((await download(exportRecipes, { query })).size).toBeGreaterThan(0);
  expect(paths()).toEqual(['/admin/recipe-export', '/auth/refresh-token', '/admin/recipe-export']);
});

test('a file that is cut short is an error', async () => {
  proxy.intercept = ({ method }) => {
    if (method === 'OPTIONS') return;
    let pieces = 0;
    const body = new ReadableStream({
      pull: async (controller) => {
        pieces += 1;
        if (pieces > 3) controller.error(new Error('cut'));
        else controller.enqueue(new TextEncoder().encode('a,b\n'));
      },
    });
    return new Response(body, { headers: { ...allowed, 'content-type': 'text/csv' } });
  };
  await expect(download(exportRecipes, { query })).rejects.toMatchObject({ kind: 'unreachable' });
});

test('a refusal is told in the words of the server', async () => {
  proxy.intercept = ({ method }) =>
    method === 'OPTIONS'
      ? undefined
      : Response.json({ status: 400, message: 'Because.' }, { status: 400, headers: allowed });
  await expect(download(exportRecipes, { query })).rejects.toMatchObject({
    kind: 'refused',
    message: 'Because.',
  });
});

test('a file that stops arriving is an error after 30 seconds, however long it took until then', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { promise: started, resolve: start } = Promise.withResolvers<void>();
  let send: (text: string) => void = () => undefined;
  proxy.intercept = ({ method }) => {
    if (method === 'OPTIONS') return;
    const body = new ReadableStream({
      start: (controller) => {
        send = (text) => controller.enqueue(new TextEncoder().encode(text));
        send('a,b\n');
      },
    });
    return new Response(body, { headers: { ...allowed, 'content-type': 'text/csv' } });
  };
  const received = vi.fn((_bytes: number) => start());
  const waiting = download(exportRecipes, { query, onProgress: received });
  const failure = waiting.catch((error: unknown) => error);
  await started;
  vi.advanceTimersByTime(29_000);
  send('c,d\n');
  await expect.poll(() => received.mock.calls).toHaveLength(2);
  vi.advanceTimersByTime(29_999);
  expect(await Promise.race([failure, Promise.resolve('waiting')])).toBe('waiting');
  vi.advanceTimersByTime(1);
  expect(await failure).toMatchObject({ kind: 'timeout' });
});

test('a cancelled download rejects with the reason', async () => {
  proxy.intercept = ({ method }) =>
    method === 'OPTIONS' ? undefined : new Promise<Response>(() => undefined);
  const controller = new AbortController();
  const waiting = download(exportRecipes, { query, signal: controller.signal });
  await expect.poll(paths).toContain('/admin/recipe-export');
  controller.abort('left');
  await expect(waiting).rejects.toBe('left');
});
