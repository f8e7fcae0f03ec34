import { sql } from 'kysely';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { runHousekeeping } from '#api/startup/housekeeping.ts';
import type { Picture } from '#contract/pictures.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { createTestLog } from '#tests/setup/api/log.ts';
import { makePicture, sendPicture, uploadNewPicture } from '#tests/setup/api/pictures.ts';
import { createRecipe } from '#tests/setup/api/recipes.ts';
import { signInAdministrator } from '#tests/setup/api/requests.ts';
import { serveApi } from '#tests/setup/api/serve.ts';

const DAY_MS = 86_400_000;

const database = await cloneDatabase();
const { db } = database;
const api = await serveApi(db);
const admin = await signInAdministrator(database, api);
const bearer = { authorization: `Bearer ${admin.tokens.token}` };

const get = ({ url }: { url: string }, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(new URL(url, api.base), { headers, method });
const statusOf = async (picture: Picture, headers?: Record<string, string>) =>
  (await get(picture, headers)).status;
const storeRecipe = (image_url: string) => createRecipe(admin, { image_url });

/** Moves the clock, and keeps the session. */
async function pass(days: number) {
  api.clock.now = new Date(api.clock.now.getTime() + days * DAY_MS);
  const later = { expires_at: new Date(api.clock.now.getTime() + DAY_MS) };
  await db.updateTable('sessions').set(later).execute();
  await db.updateTable('access_tokens').set(later).execute();
}
const keepHouse = () => runHousekeeping(db, api.clock.now, createTestLog([]));

test('a picture is public and immutable, from any origin, and can run no code', async () => {
  const picture = await uploadNewPicture(api, admin);
  await storeRecipe(picture.url);
  for (const { url, width } of picture.sources) {
    const response = await get({ url });
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'cross-origin-resource-policy': 'cross-origin',
      'content-security-policy':
        "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width });
    const head = await get({ url }, {}, 'HEAD');
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(bytes.length)]);
  }
});

test.each([
  'x/640.webp',
  `${'a'.repeat(64)}/640.webp`,
  `${'a'.repeat(64)}/640.png`,
  `${'A'.repeat(64)}/1.webp`,
])('there is no picture %s, with or without a token', async (path) => {
  const url = `/api/v1/pictures/${path}`;
  const response = await get({ url });
  expect([response.status, response.headers.get('cache-control')]).toEqual([404, 'no-store']);
  expect((await get({ url }, bearer)).status).toBe(404);
  expect((await get({ url }, { authorization: `Bearer ${'x'.repeat(40)}` })).status).toBe(401);
});

test('a width that is no copy answers 404', async () => {
  const picture = await uploadNewPicture(api, admin);
  expect((await get({ url: picture.url.replace('1280', '1281') })).status).toBe(404);
});

test('if every recipe with a picture is deleted, only administrators see it, and nothing keeps it', async () => {
  const picture = await uploadNewPicture(api, admin);
  const [one, other] = [await storeRecipe(picture.url), await storeRecipe(picture.url)];
  await admin.post(`/admin/recipes/${one.id}/delete`);
  expect(await statusOf(picture)).toBe(200);
  await admin.post(`/admin/recipes/${other.id}/delete`);
  expect(await statusOf(picture)).toBe(404);
  expect(await statusOf(picture, { authorization: `Bearer ${'x'.repeat(40)}` })).toBe(401);
  const seen = await get(picture, bearer);
  expect([seen.status, seen.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
  await admin.post(`/admin/recipes/${one.id}/restore`);
  expect(await statusOf(picture)).toBe(200);
});

test('an earlier version of a kept recipe counts', async () => {
  const picture = await uploadNewPicture(api, admin);
  const { id, content } = await storeRecipe(picture.url);
  await admin.put(`/admin/recipes/${id}`, { ...content, image_url: null, version: 1 });
  await pass(2);
  await keepHouse();
  expect(await statusOf(picture)).toBe(200);
  await admin.post(`/admin/recipes/${id}/delete`);
  expect(await statusOf(picture)).toBe(404);
});

test('the picture of a deleted recipe, uploaded once more, can be seen before the save', async () => {
  const bytes = new Uint8Array(await makePicture());
  const picture = (await sendPicture(api, admin, bytes)).body.data as Picture;
  const { id } = await storeRecipe(picture.url);
  await admin.post(`/admin/recipes/${id}/delete`);
  expect(await statusOf(picture)).toBe(404);
  await pass(1 / 24);
  await sendPicture(api, admin, bytes);
  expect(await statusOf(picture)).toBe(200);
});

test('a picture without a recipe is there for a day, and housekeeping removes it', async () => {
  const picture = await uploadNewPicture(api, admin);
  const absolute = await uploadNewPicture(api, admin);
  await storeRecipe(`https://api.example${absolute.url}`);
  await pass(0.9);
  await keepHouse();
  expect(await statusOf(picture)).toBe(200);
  await pass(0.1);
  expect(await statusOf(picture)).toBe(404);
  await keepHouse();
  expect(await statusOf(picture, bearer)).toBe(404);
  expect(await statusOf(absolute)).toBe(200);
});

test('a recipe that is removed after 30 days takes its picture along', async () => {
  const picture = await uploadNewPicture(api, admin);
  const { id } = await storeRecipe(picture.url);
  await admin.post(`/admin/recipes/${id}/delete`);
  await pass(29);
  await keepHouse();
  expect(await statusOf(picture, bearer)).toBe(200);
  await pass(1);
  await keepHouse();
  expect(await statusOf(picture, bearer)).toBe(404);
  const [, hash = ''] = picture.url.match(/([0-9a-f]{64})/) ?? [];
  expect(await db.selectFrom('picture_copies').where('hash', '=', hash).select('width').execute()).toEqual(
    [],
  );
});

test('recipes and versions are found by an index', async () => {
  await db.transaction().execute(async (transaction) => {
    await sql`set local enable_seqscan = off`.execute(transaction);
    for (const [table, hash] of [
      ['recipes', 'picture_hash(image_url)'],
      ['recipe_versions', "picture_hash(content ->> 'image_url')"],
    ]) {
      const plan = await sql
        .raw<Record<string, string>>(`explain select from ${table} where ${hash} = '${'a'.repeat(64)}'`)
        .execute(transaction);
      expect(JSON.stringify(plan.rows)).toContain(`${table}_picture`);
    }
  });
});
