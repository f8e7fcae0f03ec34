import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { openSession } from '#api/auth/sessions.ts';
import { setRoleSettings } from '#api/db/role-settings.ts';
import { storeImport } from '#tests/api/imports/stored-import.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { addAdministrator, addUser } from '#tests/setup/api/people.ts';
import { takePort } from '#tests/setup/api/port.ts';
import { recipeContent } from '#tests/setup/api/recipes.ts';
import { createRequester } from '#tests/setup/api/requests.ts';
import { findHalfWritten, readSavedPhones } from '#tests/setup/scale/half-written.ts';
import { startPgBouncer } from '#tests/setup/scale/pgbouncer.ts';
import { findProgram, startApi } from '#tests/setup/scale/program.ts';

/** Several API processes on one database; where PgBouncer is installed, behind it in transaction mode. */

const PROCESSES = 3;
const CONNECTIONS_PER_PROCESS = 14;
const IMPORT_ROWS = 1_000;
const MAILED_USERS = 500;

const { db, url } = await cloneDatabase();
await setRoleSettings(db);

async function startProcesses() {
  const hasPgBouncer = await findProgram('pgbouncer').then(
    () => true,
    () => false,
  );
  const pgBouncer = hasPgBouncer
    ? await startPgBouncer(url, { connections: PROCESSES * CONNECTIONS_PER_PROCESS })
    : null;
  const dataDir = await mkdtemp(join(tmpdir(), 'mealwright-several-'));
  const started = await Promise.all(
    Array.from({ length: PROCESSES }, async () => {
      const port = await takePort();
      const settings = {
        DATABASE_URL: pgBouncer?.url ?? url,
        DATA_DIR: dataDir,
        TRUSTED_PROXIES: '127.0.0.1',
      };
      const running = await startApi({ ...settings, PORT: String(port) });
      return { ...running, base: `http://127.0.0.1:${port}/api/v1`, isKilled: false };
    }),
  );
  onTestFinished(async () => {
    await Promise.all(started.map(({ stop }) => stop()));
    await pgBouncer?.stop();
    await rm(dataDir, { recursive: true, force: true });
  });
  return { started, dataDir };
}

type Process = Awaited<ReturnType<typeof startProcesses>>['started'][number];
type Send = (requester: ReturnType<typeof createRequester>, key: string) => ReturnType<typeof requester.get>;

/**
 * Sends one write after the other, to the next process when its own is killed. Returns the keys of those with a 200.
 */
async function write(
  processes: readonly Process[],
  { token, keys, send }: { token?: string; keys: Iterable<string>; send: Send },
  signal: AbortSignal,
): Promise<string[]> {
  const acknowledged: string[] = [];
  for (const key of keys) {
    if (signal.aborted) break;
    const one = processes.find(({ isKilled }) => !isKilled);
    // Each from another client, so that no rate limit applies.
    const client = `10.1.${acknowledged.length >> 8}.${acknowledged.length & 255}`;
    const requester = createRequester(one?.base ?? '', token, { 'x-forwarded-for': client });
    // No answer from a process that was just killed.
    const status = await send(requester, key).then(
      (reply) => reply.status,
      () => 0,
    );
    if (status === 200) acknowledged.push(key);
    await pause(5);
  }
  return acknowledged;
}

function* numbered(prefix: string): Generator<string> {
  for (let number = 0; ; number += 1) yield `${prefix}-${number}`;
}

/** Sent, or still in the queue. */
async function readMailedAddresses(dataDir: string): Promise<string[]> {
  const queued = await db.selectFrom('mails').select('address').execute();
  const outbox = join(dataDir, 'outbox');
  const files = await readdir(outbox).catch(() => []);
  const sent = await Promise.all(files.map((file) => readFile(join(outbox, file), 'utf8')));
  return [
    ...queued.map(({ address }) => address),
    ...sent.map((mail) => /^To: (\S+)/m.exec(mail)?.[1] ?? ''),
  ];
}

test('one of three processes is killed under load: nothing acknowledged is lost, nothing is half done', async () => {
  const { started, dataDir } = await startProcesses();
  const { id: userId } = await addAdministrator(db);
  const { token } = await openSession(db, { userId, rememberMe: true }, new Date());
  const users = await Promise.all(Array.from({ length: 3 }, () => addUser(db)));
  const mailed = Array.from({ length: MAILED_USERS }, (_, number) => `killed-${number}@example.com`);
  await sql`insert into users (first_name, last_name, email)
    select 'Ann', 'Lee', email from unnest(${mailed}::text[]) as email`.execute(db);
  // One for each process, so that the killed one has work whichever it is.
  for (let place = 0; place < PROCESSES; place += 1) {
    await storeImport(
      db,
      Array.from({ length: IMPORT_ROWS }, (_, row) => `Imported ${place}-${row}`),
    );
  }

  const stopping = new AbortController();
  const orders = started.map((_, place) => [...started.slice(place), ...started.slice(0, place)]);
  const writeAll = (more: (place: number) => { token?: string; keys: Iterable<string>; send: Send }) =>
    Promise.all(orders.map((processes, place) => write(processes, more(place), stopping.signal)));
  const writing = Promise.all([
    writeAll((place) => ({
      token,
      keys: numbered(`phone ${place}`),
      send: (requester, phone) =>
        requester.put(`/admin/users/${users[place]?.id}`, { first_name: 'Ann', last_name: 'Lee', phone }),
    })),
    writeAll((place) => ({
      token,
      keys: numbered(`Killed ${place}`),
      send: (requester, title) => requester.post('/admin/recipes', recipeContent({ title })),
    })),
    writeAll((place) => ({
      keys: mailed.filter((_, at) => at % PROCESSES === place),
      send: (requester, email) => requester.post('/auth/forgot-password', { email }),
    })),
  ]);
  await pause(5_000);
  const [victim] = started;
  if (!victim) throw new Error('No process was started.');
  process.kill(victim.pid, 'SIGKILL');
  victim.isKilled = true;
  await pause(5_000);
  stopping.abort();
  const [phones, titles, addresses] = (await writing).map((lists) => lists.flat());

  const saved = await readSavedPhones(db);
  const recipes = await db.selectFrom('recipes').select('title').execute();
  expect(saved).toEqual(expect.arrayContaining(phones ?? []));
  expect(recipes.map(({ title }) => title)).toEqual(expect.arrayContaining(titles ?? []));
  expect(await readMailedAddresses(dataDir)).toEqual(expect.arrayContaining(addresses ?? []));
  for (const written of [phones, titles, addresses]) expect(written?.length).toBeGreaterThan(20);

  expect(await findHalfWritten(db, { titles: 'Killed %', phones: 'phone %' })).toEqual([]);

  // The import of the killed process goes on in another one when its lease has ended.
  const readStates = async () =>
    (await db.selectFrom('background_jobs').select('state').execute()).map(({ state }) => state);
  await expect.poll(readStates, { timeout: 180_000 }).toEqual(Array(PROCESSES).fill('done'));
  const imported = await db.selectFrom('recipes').where('title', 'like', 'Imported %').select('id').execute();
  expect(imported).toHaveLength(PROCESSES * IMPORT_ROWS);
});
