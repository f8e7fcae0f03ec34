import { type Kysely, sql } from 'kysely';
import { expect, test } from 'vitest';
import { openDatabase } from '#api/db/open.ts';
import type { Database } from '#api/db/schema.ts';
import { mulberry32 } from '#api/demo/random.ts';
import { dropOldTombstones } from '#api/recipes/catalog.ts';
import {
  createChanger,
  createFollower,
  listCopy,
  readPublished,
  slowDown,
} from '#tests/setup/api/catalog.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { createRecipe } from '#tests/setup/api/recipes.ts';
import { createRequester, signInAdministrator } from '#tests/setup/api/requests.ts';
import { serveApi } from '#tests/setup/api/serve.ts';

/** A client that follows the cursor ends with what is published, whatever happens at the same time. */

const database = await cloneDatabase();
const { db, url } = database;
const api = await serveApi(db, { publicCatalog: true });
const admin = await signInAdministrator(database, api);

const publish = (transaction: Kysely<Database>, id: number) =>
  sql`update recipes set published_at = now() where id = ${id}`.execute(transaction);

/** Whether a transaction waits for another one. */
async function isOneWaiting(): Promise<boolean> {
  const { rows } = await sql`select from pg_stat_activity
    where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`.execute(db);
  return rows.length > 0;
}

const later = new Date(Date.now() + 91 * 86_400_000);

test('a change that began later is not seen before one that began earlier', async () => {
  const [{ id: early }, { id: late }] = [await createRecipe(admin), await createRecipe(admin)];
  const follower = createFollower(api.base);
  const second = openDatabase(url, () => undefined);
  const first = await db.startTransaction().execute();
  try {
    await publish(first, early);
    let isDone = false;
    const waiting = publish(second, late).then(() => {
      isDone = true;
    });
    await expect.poll(async () => isDone || (await isOneWaiting())).toBe(true);
    await follower.follow();
    expect([...follower.copy.keys()]).toEqual([]);
    await first.commit().execute();
    await waiting;
    await follower.follow();
    expect([...follower.copy.keys()].sort((a, b) => a - b)).toEqual([early, late]);
  } finally {
    if (!first.isCommitted) await first.rollback().execute();
    await second.destroy();
  }
});

test('a change that is rolled back is none, and the next one waits for nothing', async () => {
  const [{ id: undone }, { id }] = [await createRecipe(admin), await createRecipe(admin)];
  const follower = createFollower(api.base);
  await follower.follow();
  const transaction = await db.startTransaction().execute();
  await publish(transaction, undone);
  await transaction.rollback().execute();
  await publish(db, id);
  await follower.follow();
  expect(follower.copy.has(undone)).toBe(false);
  expect(listCopy(follower)).toEqual(await readPublished(db));
});

test('changes of drafts wait for no publish', async () => {
  const [{ id: published }, { id: draft }] = [await createRecipe(admin), await createRecipe(admin)];
  const transaction = await db.startTransaction().execute();
  await publish(transaction, published);
  const saved = await admin.post(`/admin/recipes/${draft}/delete`);
  await transaction.rollback().execute();
  expect(saved.status).toBe(200);
});

test('a publish of several recipes and the end of their tombstones never wait for each other', async () => {
  const ids = [await createRecipe(admin), await createRecipe(admin)].map(({ id }) => id);
  for (const action of ['publish', 'unpublish']) {
    for (const id of ids) await admin.post(`/admin/recipes/${id}/${action}`);
  }
  const transaction = await db.startTransaction().execute();
  // The other way round than the tombstones are read.
  await publish(transaction, ids[1] ?? 0);
  const dropping = dropOldTombstones(db, later);
  await expect.poll(isOneWaiting).toBe(true);
  await publish(transaction, ids[0] ?? 0);
  await transaction.commit().execute();
  await dropping;
  const follower = createFollower(api.base);
  await follower.follow();
  expect(listCopy(follower)).toEqual(await readPublished(db));
});

const CHANGES = 240;
const EDITORS = 6;
const DROP_EVERY = 30;

test('changes of two servers at the same time, with tombstones dropped in between: every copy is the catalog', async () => {
  const other = await serveApi(db, { publicCatalog: true });
  await slowDown(db);
  const bases = [api.base, other.base];
  const ids: number[] = [];
  for (let count = 0; count < 12; count += 1) ids.push((await createRecipe(admin)).id);
  const change = createChanger(mulberry32(42), ids);
  const statuses: number[] = [];
  let left = CHANGES;
  const edit = async (editor: number) => {
    const requester = createRequester(bases[editor % bases.length] ?? '', admin.tokens.token);
    while (left > 0) {
      left -= 1;
      statuses.push((await change(requester)).status);
      if (left % DROP_EVERY === 0) await dropOldTombstones(db, later);
    }
  };
  const followers = [1, 3, 100].map((limit) => createFollower(api.base, { limit }));
  const followWhile = async (follower: (typeof followers)[number]) => {
    for (let turn = 0; left > 0; turn += 1) await follower.step(bases[turn % bases.length]);
  };
  await Promise.all([
    ...Array.from({ length: EDITORS }, (_, editor) => edit(editor)),
    ...followers.map(followWhile),
  ]);

  const published = await readPublished(db);
  for (const follower of followers) {
    await follower.follow();
    expect(listCopy(follower)).toEqual(published);
  }
  expect(published.length).toBeGreaterThan(3);
  expect(statuses.filter((status) => status >= 500)).toEqual([]);
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(CHANGES / 2);
});
