import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { makeAppKey } from '#api/auth/app-keys.ts';
import { dropOldTombstones, writeCursor } from '#api/recipes/catalog.ts';
import { runHousekeeping } from '#api/startup/housekeeping.ts';
import type { PublishedRecipe } from '#contract/app/catalog.ts';
import { createFollower, listCopy, readPublished } from '#tests/setup/api/catalog.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { createTestLog } from '#tests/setup/api/log.ts';
import { makePicture, sendPicture, uploadNewPicture } from '#tests/setup/api/pictures.ts';
import { createRecipe, recipeContent } from '#tests/setup/api/recipes.ts';
import { createRequester, signInAdministrator } from '#tests/setup/api/requests.ts';
import { SITE, serveApi } from '#tests/setup/api/serve.ts';

const KEY = 'the-key-of-the-catalog-0123456789abcdef';
const DAY_MS = 86_400_000;

const database = await cloneDatabase();
const { db } = database;
const api = await serveApi(db, { appBackendKey: KEY });
const open = await serveApi(db, { publicCatalog: true });
const admin = await signInAdministrator(database, api);
const backend = createRequester(api.base, KEY);

const act = (id: number, action: string) => admin.post(`/admin/recipes/${id}/${action}`);
const bulk = (ids: number[], change: object) => admin.post('/admin/recipes/bulk', { ids, change });

async function publish(changes: Parameters<typeof createRecipe>[1] = {}): Promise<number> {
  const { id } = await createRecipe(admin, changes);
  expect((await act(id, 'publish')).status).toBe(200);
  return id;
}

type Listed = {
  recipes: (PublishedRecipe | { id: number; deleted: true })[];
  cursor: string;
  hasMore: boolean;
};

async function list(after?: string, limit = 100): Promise<Listed> {
  const reply = await backend.get(
    `/app/recipes?limit=${limit}${after === undefined ? '' : `&after=${after}`}`,
  );
  expect(reply.body).toMatchObject({ status: 200, message: 'OK' });
  return reply.body.data as Listed;
}

/** The cursor of a client that has seen everything until now. */
async function readCursor(): Promise<string> {
  let answer = await list();
  while (answer.hasMore) answer = await list(answer.cursor);
  return answer.cursor;
}

const dropAfter = (days: number) => dropOldTombstones(db, new Date(Date.now() + days * DAY_MS));

test('a recipe has everything that an app shows, in one style of names', async () => {
  const id = await publish();
  const { status, body } = await backend.get(`/app/recipes/${id}`);
  const { published_at } = await db
    .selectFrom('recipes')
    .where('id', '=', id)
    .select('published_at')
    .executeTakeFirstOrThrow();
  expect([status, body.data]).toEqual([
    200,
    {
      id,
      deleted: false,
      title: 'Spätzle',
      description: 'Eggs, flour, patience.',
      imageUrl: 'https://pictures.example/spaetzle.jpg',
      picture: null,
      preparationTime: 900,
      cookingTime: 600,
      servings: 4,
      mealTypes: ['Dinner'],
      ingredients: [{ name: 'flour, sifted', quantity: '1/2', unitType: 'kg', isPrimary: true }],
      steps: ['Beat.', 'Scrape.'],
      nutritionValues: [{ name: 'Protein', value: '12 g' }],
      featureTags: ['Vegetarian'],
      promotionalTags: ['Sunday'],
      cuisine: 'Swabian',
      cookingMethod: 'Boiling',
      videoUrl: 'https://videos.example/1',
      version: 1,
      publishedAt: published_at?.toISOString(),
      updatedAt: api.clock.now.toISOString(),
      changedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    },
  ]);
  const { recipes } = await list();
  expect(recipes.at(-1)).toEqual(body.data);
});

describe('one recipe', () => {
  test.each(['unpublish', 'delete'])('answers 404 after %s, as one that never was', async (action) => {
    const id = await publish();
    await act(id, action);
    const { status, body } = await backend.get(`/app/recipes/${id}`);
    expect([status, body.message]).toEqual([404, 'Recipe not found.']);
    expect((await backend.get('/app/recipes/2000000000')).body).toEqual(body);
  });

  test('answers 404 for a draft, and for what is no id', async () => {
    const { id } = await createRecipe(admin);
    for (const path of [String(id), '0', 'x', '1e3', '99999999999']) {
      expect((await backend.get(`/app/recipes/${path}`)).status).toBe(404);
    }
  });
});

describe('pictures', () => {
  test('have whole addresses in three widths, and a placeholder', async () => {
    const uploaded = await uploadNewPicture(api, admin);
    const id = await publish({ image_url: uploaded.url });
    const { data } = (await backend.get(`/app/recipes/${id}`)).body as { data: PublishedRecipe };
    const hash = /[0-9a-f]{64}/.exec(uploaded.url)?.[0];
    const at = (width: number) => `${SITE}/api/v1/pictures/${hash}/${width}.webp`;
    expect(data.imageUrl).toBe(at(1_280));
    expect(data.picture).toEqual({
      url: at(1_280),
      width: 1_280,
      height: 853,
      placeholder: expect.stringMatching(/^data:image\/webp;base64,/),
      sources: [320, 640, 1_280].map((width) => ({ url: at(width), width })),
    });
  });

  test.each([
    ['/api/v1/pictures/tomato.svg', `${SITE}/api/v1/pictures/tomato.svg`],
    ['/photos/soup.jpg', `${SITE}/photos/soup.jpg`],
    ['https://elsewhere.example/a.jpg?b=c', 'https://elsewhere.example/a.jpg?b=c'],
    [null, null],
  ])('%s becomes %s', async (image_url, imageUrl) => {
    const id = await publish({ image_url });
    expect((await backend.get(`/app/recipes/${id}`)).body.data).toMatchObject({ imageUrl, picture: null });
  });

  test('one that is uploaded after its recipe is a change', async () => {
    const bytes = new Uint8Array(await makePicture());
    const { body } = await sendPicture(api, admin, bytes);
    const { url } = body.data as { url: string };
    const hash = /[0-9a-f]{64}/.exec(url)?.[0] ?? '';
    await db.deleteFrom('pictures').where('hash', '=', hash).execute();
    const id = await publish({ image_url: url });
    const { id: draft } = await createRecipe(admin, { image_url: url });
    const cursor = await readCursor();
    await sendPicture(api, admin, bytes);
    const { recipes } = await list(cursor);
    expect(recipes).toMatchObject([{ id, picture: { width: 1_280 } }]);
    expect(recipes.map((recipe) => recipe.id)).not.toContain(draft);
    // The second upload of the same bytes adds nothing.
    const now = await readCursor();
    await sendPicture(api, admin, bytes);
    expect((await list(now)).recipes).toEqual([]);
  });
});

describe('a cursor', () => {
  test('brings each change once, tombstones too, and stays the same while nothing changes', async () => {
    const [kept, edited, unpublished, deleted] = [
      await publish(),
      await publish(),
      await publish(),
      await publish(),
    ];
    const cursor = await readCursor();
    const { id: draft } = await createRecipe(admin);
    await admin.put(`/admin/recipes/${draft}`, { ...recipeContent({ title: 'Draft' }), version: 1 });
    await admin.put(`/admin/recipes/${edited}`, { ...recipeContent({ title: 'Knöpfle' }), version: 1 });
    await act(unpublished, 'unpublish');
    await act(deleted, 'delete');
    const answer = await list(cursor);
    expect(answer.recipes).toMatchObject([
      { id: edited, deleted: false, title: 'Knöpfle', version: 2 },
      { id: unpublished, deleted: true },
      { id: deleted, deleted: true },
    ]);
    expect(Object.keys(answer.recipes[1] ?? {}).sort()).toEqual(['changedAt', 'deleted', 'id']);
    expect(answer.hasMore).toBe(false);
    expect(await list(answer.cursor)).toEqual({ recipes: [], cursor: answer.cursor, hasMore: false });
    expect((await list()).recipes.map(({ id }) => id)).toContain(kept);
  });

  test('brings a recipe back that is published or restored again', async () => {
    const [one, other] = [await publish(), await publish()];
    await act(one, 'unpublish');
    await act(other, 'delete');
    const cursor = await readCursor();
    await act(other, 'restore');
    await act(one, 'publish');
    expect((await list(cursor)).recipes).toMatchObject([
      { id: other, deleted: false },
      { id: one, deleted: false },
    ]);
  });

  test('passes over what is no change: a repeated publish, the same content, a draft that is deleted', async () => {
    const id = await publish();
    const { id: draft } = await createRecipe(admin);
    const cursor = await readCursor();
    await act(id, 'publish');
    await admin.put(`/admin/recipes/${id}`, { ...recipeContent(), version: 1 });
    await act(draft, 'delete');
    await act(draft, 'restore');
    await bulk([id, draft], { action: 'add', field: 'feature_tags', value: 'vegetarian' });
    expect((await list(cursor)).recipes).toEqual([]);
  });

  test('brings every recipe of a bulk change, and what is written past the API', async () => {
    const ids = [await publish(), await publish(), await publish()];
    const cursor = await readCursor();
    await bulk(ids, { action: 'add', field: 'promotional_tags', value: 'Winter' });
    const [first = 0, second = 0, third = 0] = ids;
    const tagged = await list(cursor);
    expect(tagged.recipes.map(({ id }) => id).sort((a, b) => a - b)).toEqual(ids);
    await sql`update recipes set title = 'By hand' where id = ${first}`.execute(db);
    await sql`delete from recipes where id = ${second}`.execute(db);
    await sql`update recipes set title = title where id = ${third}`.execute(db);
    expect((await list(tagged.cursor)).recipes).toMatchObject([
      { id: first, title: 'By hand' },
      { id: second, deleted: true },
    ]);
  });

  test('goes through pages of any size, also when all of it changes on the way', async () => {
    const ids = [await publish(), await publish(), await publish(), await publish(), await publish()];
    const follower = createFollower(api.base, { key: KEY, limit: 2 });
    await follower.step();
    await act(ids[0] ?? 0, 'unpublish');
    await bulk(ids.slice(1), { action: 'add', field: 'feature_tags', value: 'Moved' });
    await follower.follow();
    expect(listCopy(follower)).toEqual(await readPublished(db));
  });

  test('of a client that begins brings no tombstones, however it pages', async () => {
    const gone = await publish();
    await publish();
    await act(gone, 'unpublish');
    await publish();
    const seen: Listed['recipes'] = [];
    let answer = await list(undefined, 2);
    seen.push(...answer.recipes);
    while (answer.hasMore) {
      answer = await list(answer.cursor, 2);
      seen.push(...answer.recipes);
    }
    expect(seen.filter(({ deleted }) => deleted)).toEqual([]);
    expect(seen).toHaveLength((await readPublished(db)).length);
  });

  test.each([
    '',
    'x',
    'MA',
    '0.0',
    'MC4w%20',
    'MC4w=',
    'LTEuMA',
    'MDAuMA',
    encodeURIComponent('‮MC4w\0'),
    '1'.repeat(100),
  ])('that is none of ours is refused: %j', async (text) => {
    const { status, body, headers } = await backend.get(`/app/recipes?after=${text}`);
    expect([status, headers.get('cache-control')]).toEqual([400, 'no-store']);
    expect(body.message).toContain('after');
  });
});

test.each(['0', '101', '-1', '1.5', 'ten', '', '1e1', '9999999999'])('limit=%s is refused', async (limit) => {
  expect(await backend.get(`/app/recipes?limit=${limit}`)).toMatchObject({
    status: 400,
    body: { message: 'The field "limit" isn’t valid.' },
  });
});

test('a recipe that was written by hand does not end the page', async () => {
  const after = await readCursor();
  const id = await publish();
  await db
    .updateTable('recipes')
    .set({
      ingredients: '[{"name":"Salt"},{"name":"Eggs","quantity":3}]',
      nutrition_values: '[{"name":"Fat"}]',
    })
    .where('id', '=', id)
    .execute();
  expect((await list(after)).recipes).toMatchObject([
    {
      id,
      ingredients: [
        { name: 'Salt', quantity: '', unitType: '', isPrimary: false },
        { name: 'Eggs', quantity: '3' },
      ],
      nutritionValues: [{ name: 'Fat', value: '' }],
    },
  ]);
});

test('without a limit a page has 50 recipes', async () => {
  await sql`insert into recipes (title, published_at) select 'Many', now() from generate_series(1, 60)`.execute(
    db,
  );
  const { recipes, hasMore } = (await backend.get('/app/recipes')).body.data as Listed;
  expect([recipes.length, hasMore]).toEqual([50, true]);
});

describe('old tombstones', () => {
  test('are dropped after 90 days; a client that missed one starts again, and the others go on', async () => {
    const id = await publish();
    const [missing, seeing] = [
      createFollower(api.base, { key: KEY }),
      createFollower(api.base, { key: KEY }),
    ];
    await missing.follow();
    await seeing.follow();
    const beginning = createFollower(api.base, { key: KEY, limit: 1 });
    await act(id, 'delete');
    await beginning.step();
    await seeing.follow();
    await dropAfter(89);
    await missing.step();
    expect(missing.restarts()).toBe(0);
    const lost = createFollower(api.base, { key: KEY });
    await lost.follow();
    const other = await publish();
    await lost.follow();
    await act(other, 'unpublish');
    await dropAfter(91);
    const { rows } = await sql`select from catalog_entries where not is_published`.execute(db);
    expect(rows).toEqual([]);
    for (const follower of [beginning, missing, seeing, lost]) await follower.follow();
    for (const follower of [beginning, missing, seeing, lost]) {
      expect(listCopy(follower)).toEqual(await readPublished(db));
    }
    expect(lost.restarts()).toBe(1);
  });

  test('a client that began after them goes through all pages, although its cursor is below them', async () => {
    const ids = [await publish(), await publish(), await publish()];
    await act(ids[0] ?? 0, 'unpublish');
    const follower = createFollower(api.base, { key: KEY, limit: 1 });
    await follower.step();
    await dropAfter(91);
    await follower.follow();
    expect([follower.restarts(), listCopy(follower)]).toEqual([0, await readPublished(db)]);
  });

  test('a cursor before them answers 410, which no cache keeps', async () => {
    const cursor = await readCursor();
    await act(await publish(), 'delete');
    await dropAfter(91);
    const { status, body, headers } = await backend.get(`/app/recipes?after=${cursor}`);
    expect([status, headers.get('cache-control'), headers.get('etag')]).toEqual([410, 'no-store', null]);
    expect(body.message).toBe(
      'This cursor has expired. Delete your copy of the recipes and start again without “after”.',
    );
  });

  test('restart_catalog() makes every client start again', async () => {
    const follower = createFollower(api.base, { key: KEY });
    await follower.follow();
    await sql`select restart_catalog()`.execute(db);
    const id = await publish();
    await follower.follow();
    expect([follower.restarts(), listCopy(follower)]).toEqual([1, await readPublished(db)]);
    await act(id, 'unpublish');
    await follower.follow();
    expect([follower.restarts(), listCopy(follower)]).toEqual([1, await readPublished(db)]);
  });

  test('a cursor of a later state of the database answers 410', async () => {
    const after = writeCursor({ after: 999_999_999, begin: 1 });
    expect((await backend.get(`/app/recipes?after=${after}`)).status).toBe(410);
  });
});

describe('caching', () => {
  const ask = (base: string, path: string, headers: Record<string, string> = {}, method = 'GET') =>
    fetch(base + path, { method, headers });
  const bearer = { authorization: `Bearer ${KEY}` };

  test.each(['/app/recipes?limit=3', 'one'])(
    '%s has an ETag, and 304 while it stays the same',
    async (name) => {
      const id = await publish();
      const path = name === 'one' ? `/app/recipes/${id}` : `${name}&after=${await readCursor()}`;
      const first = await ask(api.base, path, bearer);
      const etag = first.headers.get('etag') ?? '';
      expect(etag).toMatch(/^W\/"[\w-]{43}"$/);
      expect(first.headers.get('cache-control')).toBe('private, no-cache');
      for (const known of [etag, etag.slice(2), `"x", ${etag}`]) {
        const again = await ask(api.base, path, { ...bearer, 'if-none-match': known });
        expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag]);
        expect(again.headers.get('cache-control')).toBe('private, no-cache');
      }
      await admin.put(`/admin/recipes/${id}`, { ...recipeContent({ title: randomUUID() }), version: 1 });
      const changed = await ask(api.base, path, { ...bearer, 'if-none-match': etag });
      expect(changed.status).toBe(200);
      expect(changed.headers.get('etag')).not.toBe(etag);
    },
  );

  test('the ETag is the same for both encodings, and both answers vary by them', async () => {
    const read = (encoding: string) =>
      ask(api.base, '/app/recipes?limit=20', { ...bearer, 'accept-encoding': encoding });
    const [plain, zipped] = [await read('identity'), await read('gzip')];
    expect([plain, zipped].map(({ headers }) => headers.get('content-encoding'))).toEqual([null, 'gzip']);
    expect(plain.headers.get('etag')).toBe(zipped.headers.get('etag'));
    expect(await plain.json()).toEqual(await zipped.json());
    const known = { ...bearer, 'if-none-match': plain.headers.get('etag') ?? '' };
    const unchanged = await ask(api.base, '/app/recipes?limit=20', known);
    for (const { headers } of [plain, zipped, unchanged]) {
      expect(headers.get('vary')?.toLowerCase()).toContain('accept-encoding');
    }
  });

  test('HEAD has the headers of GET, and other methods answer 405', async () => {
    for (const base of [api.base, open.base]) {
      const [get, head] = [
        await ask(base, '/app/recipes', bearer),
        await ask(base, '/app/recipes', bearer, 'HEAD'),
      ];
      expect([head.status, await head.text()]).toEqual([200, '']);
      for (const name of ['etag', 'cache-control', 'content-type']) {
        expect(head.headers.get(name)).toBe(get.headers.get(name));
      }
      for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
        const refused = await ask(base, '/app/recipes', bearer, method);
        expect([refused.status, refused.headers.get('cache-control')]).toEqual([405, 'no-store']);
      }
    }
  });

  test('no other answer has an ETag', async () => {
    const { headers } = await admin.get('/admin/recipes');
    expect([headers.get('etag'), headers.get('cache-control')]).toEqual([null, 'no-store']);
  });

  test('with PUBLIC_CATALOG=on a CDN may keep the answer, which is the same with any key and without one', async () => {
    const id = await publish();
    for (const path of ['/app/recipes?limit=5', `/app/recipes/${id}`]) {
      const answers = await Promise.all(
        [{}, bearer, { authorization: 'Bearer wrong' }].map((headers) => ask(open.base, path, headers)),
      );
      const texts = await Promise.all(answers.map((answer) => answer.text()));
      expect(new Set(texts).size).toBe(1);
      for (const { status, headers } of answers) {
        expect(status).toBe(200);
        expect(headers.get('cache-control')).toBe('public, max-age=60, stale-while-revalidate=600');
        expect(headers.get('etag')).toBe(answers[0]?.headers.get('etag'));
        expect(headers.get('vary')?.toLowerCase()).not.toContain('authorization');
      }
    }
    for (const path of ['/app/recipes?after=x', '/app/recipes?limit=0', '/app/recipes/2000000000']) {
      expect((await ask(open.base, path)).headers.get('cache-control')).toBe('no-store');
    }
  });
});

test('without PUBLIC_CATALOG no answer is given without the key, and none of them may be kept', async () => {
  const id = await publish();
  for (const path of ['/app/recipes', `/app/recipes/${id}`, '/app/recipes/x', '/app/recipes?after=x']) {
    for (const headers of [
      {},
      { authorization: 'Bearer wrong' },
      { authorization: `Bearer ${admin.tokens.token}` },
    ]) {
      const response = await fetch(api.base + path, { headers });
      expect([response.status, response.headers.get('cache-control')]).toEqual([401, 'no-store']);
    }
  }
});

test('a key needs the scope recipes:read', async () => {
  const actor = { kind: 'command_line', requestId: null } as const;
  const wanted = { expiresOn: null, requestsPerMinute: 600, actor };
  const key = await makeAppKey(db, { name: 'Recipes', scopes: ['recipes:read'], ...wanted }, api.clock.now);
  const other = await makeAppKey(db, { name: 'Others', scopes: ['users:read'], ...wanted }, api.clock.now);
  for (const path of ['/app/recipes', `/app/recipes/${await publish()}`]) {
    expect((await createRequester(api.base, key.secret).get(path)).status).toBe(200);
    const { status, body } = await createRequester(api.base, other.secret).get(path);
    expect([status, body.message]).toEqual([403, 'This key doesn’t have the scope recipes:read.']);
  }
});

test('housekeeping drops tombstones', async () => {
  const id = await publish();
  await act(id, 'unpublish');
  const readTombstones = () =>
    db.selectFrom('catalog_entries').where('is_published', '=', false).select('recipe_id').execute();
  expect(await readTombstones()).toContainEqual({ recipe_id: id });
  const logLines: string[] = [];
  await runHousekeeping(db, new Date(Date.now() + 91 * DAY_MS), createTestLog(logLines));
  expect([await readTombstones(), logLines]).toEqual([[], []]);
});
