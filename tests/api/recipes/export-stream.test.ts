import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '#api/db/open.ts';
import { writeExport } from '#api/recipes/write-export.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { signInAdministrator } from '#tests/setup/api/requests.ts';
import { serveApi } from '#tests/setup/api/serve.ts';

/** The export of many recipes: 30 MB, more than the sockets hold. */

const RECIPES = 3_000;
const PAGE = 100;

const database = await cloneDatabase();
const { db, url } = database;
const sent: string[] = [];
const exportDb = openDatabase(url, () => undefined, {
  connections: 1,
  onQuery: ({ query }) => void sent.push(query.sql),
});
const api = await serveApi(db, { backgroundDb: exportDb });
const admin = await signInAdministrator(database, api);
const headers = { authorization: `Bearer ${admin.tokens.token}`, 'accept-encoding': 'identity' };
const address = `${api.base}/admin/recipe-export?format=csv`;

beforeAll(async () => {
  await sql`
    insert into recipes (title, description)
    select 'Recipe ' || to_char(number, 'FM00000'), repeat(md5(number::text), 300)
    from generate_series(1, ${RECIPES}) as number`.execute(db);
});
afterAll(() => exportDb.destroy());

const countFetched = () => sent.filter((text) => text.startsWith('fetch')).length;
const titlesIn = (text: string) => text.match(/(?<=^")Recipe \d{5}/gmu) ?? [];
const startExport = () =>
  writeExport(exportDb, { format: 'csv', query: { sort: 'title' }, apiUrl: 'https://x.test/api/v1' });

test('a page is read when the one before has been written, and nothing before the first', async () => {
  sent.length = 0;
  const titles: string[] = [];
  let pages = 0;
  for await (const piece of startExport()) {
    const found = titlesIn(piece);
    if (found.length === 0) continue;
    pages += 1;
    titles.push(...found);
    expect(found.length).toBeLessThanOrEqual(PAGE);
    expect(countFetched()).toBe(pages);
  }
  expect(titles).toHaveLength(RECIPES);
  expect(titles).toEqual(titles.toSorted());
  const reading = sent.filter((text) => text.startsWith('select'));
  expect(reading).toHaveLength(RECIPES / PAGE);
});

test('changes during an export neither repeat nor skip a recipe', async () => {
  const pieces = startExport();
  const { value: first = '' } = await pieces.next();
  const rename = (from: string, to: string) =>
    db.updateTable('recipes').set({ title: to }).where('title', '=', from).execute();
  await rename('Recipe 00001', 'Recipe 99999');
  await rename('Recipe 02999', 'Recipe 00000');
  let rest = '';
  for await (const piece of pieces) rest += piece;
  const titles = titlesIn(first + rest);
  expect(new Set(titles).size).toBe(RECIPES);
  expect(titles).toEqual(expect.arrayContaining(['Recipe 00001', 'Recipe 02999']));
  await rename('Recipe 99999', 'Recipe 00001');
  await rename('Recipe 00000', 'Recipe 02999');
});

test('a client that does not read holds no connection', async () => {
  const leaving = new AbortController();
  const unread = await fetch(address, { headers, signal: leaving.signal });
  expect(unread.status).toBe(200);
  for (let call = 0; call < 2; call += 1) {
    const next = await fetch(address, { headers });
    expect(titlesIn(await next.text())).toHaveLength(RECIPES);
  }
  leaving.abort();
});

/** Reads the process of the only connection, and how many cursors it has. */
async function readState() {
  const { rows } = await sql<{ pid: number; cursors: number }>`
    select pg_backend_pid() as pid, (select count(*)::integer from pg_cursors where name <> '') as cursors`.execute(
    exportDb,
  );
  return rows[0];
}

test('an export that ends early closes its cursor and gives its connection back', async () => {
  const pieces = startExport();
  await pieces.next();
  sent.length = 0;
  await pieces.return(undefined);
  expect(sent).toEqual(['rollback']);
  expect(await readState()).toMatchObject({ cursors: 0 });
});

test('the export of a client that leaves gives its connection back', async () => {
  const pid = (await readState())?.pid;
  const leaving = new AbortController();
  const { body } = await fetch(address, { headers, signal: leaving.signal });
  await body?.getReader().read();
  leaving.abort();
  const readActivity = async () => {
    const { rows } = await sql<{ state: string }>`
      select state from pg_stat_activity where pid = ${pid}`.execute(db);
    return rows[0]?.state;
  };
  await expect.poll(readActivity).toBe('idle');
  expect(titlesIn(await (await fetch(address, { headers })).text())).toHaveLength(RECIPES);
});

test.each(['gzip', 'identity'])('HEAD holds no connection: %s', async (encoding) => {
  const head = { method: 'HEAD', headers: { ...headers, 'accept-encoding': encoding } };
  for (let call = 0; call < 3; call += 1) expect((await fetch(address, head)).status).toBe(200);
  expect((await (await fetch(address, { headers })).text()).length).toBeGreaterThan(RECIPES);
});

test('a database that is lost in the middle breaks the file off, and is logged', async () => {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(exportDb);
  const { body } = await fetch(address, { headers });
  const reader = body?.getReader();
  await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(db);
  const readAll = async () => {
    while (!(await reader?.read())?.done);
  };
  await expect(readAll()).rejects.toThrow();
  expect(api.logLines.join('')).toContain('an export was cut short');
  expect(titlesIn(await (await fetch(address, { headers })).text())).toHaveLength(RECIPES);
});
