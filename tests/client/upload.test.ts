import { beforeEach, expect, test, vi } from 'vitest';
import { openSession } from '#api/auth/sessions.ts';
import { ApiError } from '#client/api-error.ts';
import { startSession } from '#client/session.ts';
import { storageKeys } from '#client/storage-keys.ts';
import { upload } from '#client/upload.ts';
import { uploadPicture } from '#contract/pictures.ts';
import { addAdministrator } from '#tests/setup/api/people.ts';
import { makePicture } from '#tests/setup/api/pictures.ts';
import { journey } from '#tests/setup/journeys/journey.ts';

const { db, api, proxy } = journey;

beforeEach(async () => {
  vi.useRealTimers();
  api.clock.now = new Date();
  await db.deleteFrom('users').execute();
  const administrator = await addAdministrator(db);
  const tokens = await openSession(db, { userId: administrator.id, rememberMe: false }, api.clock.now);
  startSession(
    { accessToken: tokens.token, refreshToken: tokens.refreshToken },
    { ...administrator, capabilities: [] },
  );
});

const file = async () => new Blob([new Uint8Array(await makePicture())]);
const sent = () => proxy.requests.filter(({ path }) => path === '/admin/pictures');
const paths = () => proxy.requests.map(({ path }) => path);
const json = (body: unknown, status: number) =>
  Response.json(body, { status, headers: { 'access-control-allow-origin': '*' } });

test('the bytes arrive with the token, and the progress ends with all of them', async () => {
  const progress: [number, number][] = [];
  const picture = await file();
  const { data } = await upload(uploadPicture, {
    file: picture,
    onProgress: (...counts) => progress.push(counts),
  });
  expect(data.sources.map(({ width }) => width)).toEqual([320, 640, 1_280]);
  expect(progress.at(-1)).toEqual([picture.size, picture.size]);
  expect(sent()[0]?.headers.get('authorization')).toBe(`Bearer ${localStorage.getItem(storageKeys.access)}`);
  expect(sent()[0]?.headers.get('content-type')).toBe('application/octet-stream');
});

test('a 401 causes one refresh for uploads that run together, and each is sent once more', async () => {
  api.clock.now = new Date(api.clock.now.getTime() + 16 * 60_000);
  // Made before: both uploads start with the old token.
  const [one, other] = [await file(), await file()];
  const answers = await Promise.all([
    upload(uploadPicture, { file: one }),
    upload(uploadPicture, { file: other }),
  ]);
  expect(new Set(answers.map(({ data }) => data.url)).size).toBe(2);
  expect(paths().filter((path) => path === '/auth/refresh-token')).toHaveLength(1);
  expect(sent()).toHaveLength(4);
});

test('a failed refresh ends the session, as for every call', async () => {
  proxy.intercept = ({ url, method }) => {
    if (method === 'OPTIONS') return;
    return url.endsWith('/refresh-token') ? json({}, 500) : json({}, 401);
  };
  await expect(upload(uploadPicture, { file: await file() })).rejects.toMatchObject({
    kind: 'session',
    message: 'Failed to refresh token',
  });
  expect(localStorage.getItem(storageKeys.access)).toBeNull();
});

test.each([
  ['a refusal', json({ status: 422, message: 'Because.' }, 422), { kind: 'refused', message: 'Because.' }],
  [
    'a broken server',
    new Response('<b>nginx</b>', { status: 502, headers: { 'access-control-allow-origin': '*' } }),
    { kind: 'refused', message: 'The server had a problem. Please try again.' },
  ],
  ['another shape', json({ data: 7 }, 200), { kind: 'format', message: 'Unexpected response format' }],
])('%s is told as by a call', async (_, answer, error) => {
  proxy.intercept = ({ method }) => (method === 'OPTIONS' ? undefined : answer);
  await expect(upload(uploadPicture, { file: await file() })).rejects.toMatchObject(error);
});

test('a file that is no picture is refused with the words of the server', async () => {
  await expect(upload(uploadPicture, { file: new Blob(['%PDF-1.7']) })).rejects.toMatchObject({
    status: 422,
    isFromServer: true,
    message: 'This is a PDF. Use a JPEG, PNG, WebP, or AVIF picture.',
  });
});

test('a cancelled upload closes its connection and rejects with the reason', async () => {
  const controller = new AbortController();
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  proxy.intercept = ({ signal, method }) =>
    method === 'OPTIONS'
      ? undefined
      : new Promise((done) => {
          signal.addEventListener('abort', () => {
            resolve();
            done(undefined);
          });
        });
  const waiting = upload(uploadPicture, { file: await file(), signal: controller.signal });
  await expect.poll(() => sent()).toHaveLength(1);
  controller.abort();
  const error = await waiting.catch((reason: unknown) => reason);
  expect(error).toMatchObject({ name: 'AbortError' });
  expect(error instanceof ApiError).toBe(false);
  await closed;
});

test('an upload that is canceled before it starts sends nothing', async () => {
  const signal = AbortSignal.abort();
  await expect(upload(uploadPicture, { file: await file(), signal })).rejects.toMatchObject({
    name: 'AbortError',
  });
  expect(proxy.requests).toEqual([]);
});

test('30 seconds without progress are a timeout', async () => {
  const picture = await file();
  proxy.intercept = ({ method }) => (method === 'OPTIONS' ? undefined : new Promise(() => {}));
  const timers = vi.spyOn(window, 'setTimeout');
  const waiting = upload(uploadPicture, { file: picture });
  const rejection = expect(waiting).rejects.toMatchObject({
    kind: 'timeout',
    message: 'The upload stopped. Check your connection and try again.',
  });
  await expect.poll(() => sent()).toHaveLength(1);
  const [end] = timers.mock.calls.find(([, delay]) => delay === 30_000) ?? [];
  if (typeof end === 'function') end();
  await rejection;
  timers.mockRestore();
});
