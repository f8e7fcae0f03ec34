import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { pictureLimits } from '#contract/pictures.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { makePicture, sendPicture, uploadNewPicture } from '#tests/setup/api/pictures.ts';
import { beginRaw, readAnswer } from '#tests/setup/api/raw.ts';
import { createRecipe, recipeIn } from '#tests/setup/api/recipes.ts';
import { signInAdministrator } from '#tests/setup/api/requests.ts';
import { serveApi } from '#tests/setup/api/serve.ts';

const database = await cloneDatabase();
const { db } = database;
const api = await serveApi(db);
const admin = await signInAdministrator(database, api);

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const post = (headers: Record<string, string>, body: BodyInit, signal: AbortSignal | null = null) =>
  fetch(`${api.base}/admin/pictures`, {
    method: 'POST',
    headers: { authorization: `Bearer ${admin.tokens.token}`, ...headers },
    body,
    signal,
    duplex: 'half',
  } as RequestInit);

test('an uploaded picture is answered with its copies, its size and a placeholder', async () => {
  const bytes = new Uint8Array(await makePicture({ width: 900, height: 600 }));
  const hash = createHash('sha256').update(bytes).digest('hex');
  const { status, body } = await sendPicture(api, admin, bytes);
  expect(status).toBe(200);
  const at = (width: number) => ({ url: `/api/v1/pictures/${hash}/${width}.webp`, width });
  expect(body).toEqual({
    status: 200,
    message: 'Picture uploaded',
    data: {
      url: at(900).url,
      width: 900,
      height: 600,
      placeholder: expect.stringMatching(/^data:image\/webp;base64,/),
      sources: [at(320), at(640), at(900)],
    },
  });
});

test('the same bytes twice are one picture', async () => {
  const bytes = new Uint8Array(await makePicture());
  const replies = await Promise.all([1, 2, 3].map(() => sendPicture(api, admin, bytes)));
  const urls = replies.map(({ body }) => (body.data as { url: string }).url);
  expect(new Set(urls).size).toBe(1);
  const hash = urls[0]?.split('/').at(-2) ?? '';
  expect(await db.selectFrom('pictures').where('hash', '=', hash).selectAll().execute()).toMatchObject([
    { uploaded_by: admin.administrator.id, width: 1_280 },
  ]);
  expect(
    await db.selectFrom('picture_copies').where('hash', '=', hash).select('width').orderBy('width').execute(),
  ).toEqual([{ width: 320 }, { width: 640 }, { width: 1_280 }]);
});

test('recipes have their picture in the list, alone and after a save; other addresses have none', async () => {
  const picture = await uploadNewPicture(api, admin);
  const { id } = await createRecipe(admin, { title: 'Uploaded', image_url: picture.url });
  const other = await createRecipe(admin, { title: 'Elsewhere' });
  const stored = await db
    .selectFrom('recipes')
    .where('id', '=', id)
    .select('image_url')
    .executeTakeFirstOrThrow();
  expect(stored.image_url).toMatch(/^pictures\/[0-9a-f]{64}\/1280\.webp$/);
  const read = await admin.get(`/admin/recipes/${id}`);
  expect(recipeIn(read)).toMatchObject({ image_url: picture.url, picture });
  expect(recipeIn(await admin.get(`/admin/recipes/${other.id}`)).picture).toBeNull();
  const { body } = await admin.get('/admin/recipes');
  const rows = (body.data as { recipes: { id: number; picture: unknown }[] }).recipes;
  expect(rows.map((row) => [row.id, row.picture])).toEqual([
    [other.id, null],
    [id, picture],
  ]);
  expect(recipeIn(await admin.post(`/admin/recipes/${id}/publish`)).picture).toEqual(picture);
});

test('a file that is no picture is refused, with nothing stored', async () => {
  const count = () => db.selectFrom('pictures').select('hash').execute();
  const before = await count();
  const reply = await sendPicture(api, admin, new TextEncoder().encode('<svg><script>1</script></svg>'));
  expect(reply.status).toBe(422);
  expect(reply.body.message).toBe('This is an SVG drawing. Use a JPEG, PNG, WebP, or AVIF picture.');
  expect(await count()).toEqual(before);
});

test('413 for more than 10 MB, with and without a length', async () => {
  const type = { 'content-type': 'application/octet-stream' };
  const bytes = new Uint8Array(pictureLimits.bytes + 1);
  const message = 'A picture can have at most 10 MB. Make it smaller and try again.';
  for (const body of [bytes, new Blob([bytes]).stream()]) {
    const response = await post(type, body);
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({ message });
  }
});

test('415 for another type', async () => {
  const bytes = new Uint8Array(await makePicture());
  expect((await post({ 'content-type': 'image/jpeg' }, bytes)).status).toBe(415);
  expect((await post({ 'content-type': 'application/json' }, '{}')).status).toBe(415);
});

test('a session that ends while the file arrives stores nothing', async () => {
  const leaving = await signInAdministrator(database, api);
  const bytes = await makePicture();
  const stream = new ReadableStream({
    async start(controller) {
      controller.enqueue(bytes.subarray(0, 100));
      await leaving.post('/admin/logout');
      controller.enqueue(bytes.subarray(100));
      controller.close();
    },
  });
  const response = await post(
    { authorization: `Bearer ${leaving.tokens.token}`, 'content-type': 'application/octet-stream' },
    stream,
  );
  expect(response.status).toBe(401);
  const hash = createHash('sha256').update(bytes).digest('hex');
  expect(await db.selectFrom('pictures').where('hash', '=', hash).select('hash').execute()).toEqual([]);
});

test('at most 20 pictures are received at once; the place of a client that left is free again', async () => {
  const type = { 'content-type': 'application/octet-stream' };
  const left = new AbortController();
  const unfinished = Array.from({ length: 20 }, async () => {
    // Again when it was refused, because our own question below had the last place.
    while (!left.signal.aborted) {
      const body = new ReadableStream({ start: (controller) => controller.enqueue(new Uint8Array(1_000)) });
      await post(type, body, left.signal).catch(() => null);
    }
  });
  const bytes = new Uint8Array(await makePicture());
  await expect.poll(async () => (await post(type, bytes)).status).toBe(503);
  expect((await post(type, bytes)).headers.get('retry-after')).toBe('60');
  left.abort();
  await Promise.all(unfinished);
  await expect.poll(async () => (await post(type, bytes)).status).toBe(200);
});

test('408 after 30 seconds without a byte, however long the whole takes', async () => {
  const request = beginRaw(
    Number(new URL(api.base).port),
    [
      'POST /api/v1/admin/pictures HTTP/1.1',
      'Host: x',
      'Connection: close',
      `Authorization: Bearer ${admin.tokens.token}`,
      'Content-Type: application/octet-stream',
      'Content-Length: 20000',
      '\r\n',
    ].join('\r\n'),
  );
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { mock } = vi.spyOn(globalThis, 'setTimeout');
  const waits = () => mock.calls.filter(([, milliseconds]) => milliseconds === 30_000).length;
  while (waits() < 1) await setImmediate();
  await vi.advanceTimersByTimeAsync(20_000);
  request.send('part');
  while (waits() < 2) await setImmediate();
  await vi.advanceTimersByTimeAsync(30_000);
  const { status, body } = readAnswer(await request.answer);
  expect(status).toBe(408);
  expect(body).toContain('The upload stopped. Check your connection and try again.');
});
