import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { openSession } from '#api/auth/sessions.ts';
import { setRoleSettings } from '#api/db/role-settings.ts';
import { mulberry32 } from '#api/demo/random.ts';
import {
  createChanger,
  createFollower,
  listCopy,
  readPublished,
  slowDown,
} from '#tests/setup/api/catalog.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { addAdministrator } from '#tests/setup/api/people.ts';
import { takePort } from '#tests/setup/api/port.ts';
import { createRequester } from '#tests/setup/api/requests.ts';
import { startApi } from '#tests/setup/scale/program.ts';

const CHANGES = 500;
const EDITORS = 8;
/** A bulk change in the background publishes them. */
const DRAFTS = 4_000;

const { db, url } = await cloneDatabase();
await setRoleSettings(db);
await slowDown(db);

async function startServer(dataDir: string) {
  const port = await takePort();
  const settings = { DATABASE_URL: url, DATA_DIR: dataDir, PUBLIC_CATALOG: 'on' };
  const running = await startApi({ ...settings, PORT: String(port) });
  return { ...running, base: `http://127.0.0.1:${port}/api/v1` };
}

test('500 changes by two servers, one of which is killed: a client that follows the cursor has the catalog', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'mealwright-catalog-'));
  const servers = [await startServer(dataDir), await startServer(dataDir)] as const;
  onTestFinished(async () => {
    await Promise.all(servers.map(({ stop }) => stop()));
    await rm(dataDir, { recursive: true, force: true });
  });
  const [victim, survivor] = servers;
  const { id: userId } = await addAdministrator(db);
  const { token } = await openSession(db, { userId, rememberMe: true }, new Date());
  const insert = async (count: number, title: string) => {
    const { rows } = await sql<{ id: number }>`
      insert into recipes (title) select ${title} from generate_series(1, ${count}) returning id`.execute(db);
    return rows.map(({ id }) => id);
  };
  const drafts = await insert(DRAFTS, 'In the background');
  const started = await createRequester(victim.base, token).post('/admin/recipe-changes', {
    ids: drafts,
    selection: {},
    expected: DRAFTS,
    change: { action: 'publish' },
  });
  expect(started.status).toBe(200);

  const change = createChanger(mulberry32(7), await insert(40, 'Edited'));
  const statuses: number[] = [];
  let [made, isKilled] = [0, false];
  const edit = async (editor: number) => {
    while (made < CHANGES) {
      made += 1;
      const { base } = editor % 2 === 0 && !isKilled ? victim : survivor;
      // No answer from a server that was just killed: the change is done whole, or not at all.
      const status = await change(createRequester(base, token)).then(
        (reply) => reply.status,
        () => 0,
      );
      statuses.push(status);
    }
  };
  const readRunning = async () =>
    (await db.selectFrom('background_jobs').where('finished_at', 'is', null).select('id').execute()).length;
  const followers = [7, 100].map((limit) => createFollower(survivor.base, { limit }));
  const followMeanwhile = async ({ step }: (typeof followers)[number]) => {
    while (made < CHANGES) await step();
  };
  const kill = async () => {
    await expect.poll(() => made, { interval: 5, timeout: 120_000 }).toBeGreaterThan(CHANGES / 10);
    process.kill(victim.pid, 'SIGKILL');
    isKilled = true;
    expect(await readRunning()).toBe(1);
  };
  await Promise.all([
    ...Array.from({ length: EDITORS }, (_, editor) => edit(editor)),
    ...followers.map(followMeanwhile),
    kill(),
  ]);
  expect(statuses.filter((status) => status >= 500)).toEqual([]);
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(CHANGES / 2);

  // The other server goes on with the change in the background when its lease has ended.
  await expect.poll(readRunning, { timeout: 180_000 }).toBe(0);
  const published = await readPublished(db);
  expect(published.length).toBeGreaterThan(DRAFTS);
  for (const follower of followers) {
    await follower.follow();
    expect(listCopy(follower)).toEqual(published);
    expect(follower.restarts()).toBe(0);
  }
});
