import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '#api/db/open.ts';
import { findProcesses, postmaster, waitUntil } from '#tests/process/observe.ts';
import {
  administrator,
  createDataDir,
  post,
  readDatabaseUrl,
  type ServerProcess,
  startServer,
} from '#tests/process/server-process.ts';
import { startSmtp } from '#tests/setup/api/smtp.ts';
import { findHalfWritten, readSavedPhones } from '#tests/setup/scale/half-written.ts';
import { type Measured, measure } from '#tests/setup/soak/inspector.ts';
import { startLoad } from '#tests/setup/soak/load.ts';

/**
 * A server under mixed load. In the first half its process, its database and the mail server are killed again and again;
 * in the second half nothing is disturbed, and memory and connections are measured. `SOAK_MINUTES` says how long.
 */
const MINUTES = Number(process.env.SOAK_MINUTES || 4);
const HALF_MS = (MINUTES * 60_000) / 2;
const FAULT_EVERY_MS = 10_000;
const MAIL_OUTAGE_MS = 5_000;
const SAMPLE_EVERY_MS = 5_000;

const CONNECTIONS_PER_SERVER = 14;
/** By which the middle of the last third of the quiet half may be above that of the second. */
const MORE_LIVE_MB = 2;
const MORE_RSS_MB = 60;
const MORE_RESOURCES = 20;

const FORGETFUL_USERS = 20_000;
const APP_KEY = 'soak'.repeat(10);

const smtp = await startSmtp();

type Sample = Measured & { connections: number; idleInTransaction: number };

async function sample(server: ServerProcess, dataDir: string): Promise<Sample> {
  const db = openDatabase(readDatabaseUrl(dataDir), () => undefined, { connections: 1 });
  try {
    const { rows } = await sql<{ connections: number; idle: number }>`
      select count(*)::int as connections, count(*) filter
        (where state like 'idle in transaction%' and state_change < now() - interval '5 seconds')::int as idle
      from pg_stat_activity where application_name = 'mealwright-api' and pid <> pg_backend_pid()`.execute(
      db,
    );
    const { connections = 0, idle = 0 } = rows[0] ?? {};
    return { ...(await measure(server.output())), connections, idleInTransaction: idle };
  } finally {
    await db.destroy();
  }
}

function middle(numbers: readonly number[]): number {
  return [...numbers].sort((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}

type Figure = 'liveMb' | 'rssMb' | 'resources';

/** The middle of each third of the samples. */
function thirds(samples: readonly Sample[], figure: Figure): [number, number, number] {
  const size = Math.floor(samples.length / 3);
  const third = (at: number) => middle(samples.slice(at * size, (at + 1) * size).map((one) => one[figure]));
  return [third(0), third(1), third(2)];
}

function print(rows: readonly (readonly (string | number)[])[]): void {
  const line = (row: readonly (string | number)[]) =>
    row.map((cell, at) => (at === 0 ? String(cell).padEnd(30) : String(cell).padStart(12))).join('');
  process.stdout.write(`\n${rows.map(line).join('\n')}\n`);
}

async function isHealthy({ address }: ServerProcess): Promise<boolean> {
  return await fetch(`${address}/healthz`).then(
    async (answer) => {
      await answer.text();
      return answer.ok;
    },
    () => false,
  );
}

test(
  'under load and kills nothing acknowledged is lost, and then memory and connections stay the same',
  async () => {
    const dataDir = createDataDir();
    const env = {
      SMTP_URL: smtp.url,
      TRUSTED_PROXIES: '127.0.0.1',
      APP_BACKEND_KEY: APP_KEY,
      NODE_OPTIONS: '--inspect=127.0.0.1:0',
    };
    let server = await startServer(dataDir, { env });
    const emails = Array.from({ length: FORGETFUL_USERS }, (_, number) => `soak-${number}@example.com`);
    const setUp = openDatabase(readDatabaseUrl(dataDir), () => undefined);
    await sql`insert into users (first_name, last_name, email)
      select 'Ann', 'Lee', email from unnest(${emails}::text[]) as email`.execute(setUp);
    const { id: userId } = await setUp
      .selectFrom('users')
      .where('email', '=', 'soak-0@example.com')
      .select('id')
      .executeTakeFirstOrThrow();
    await setUp.destroy();

    const stopping = new AbortController();
    onTestFinished(() => stopping.abort());
    const load = startLoad({
      base: `${server.address}/api/v1`,
      ...{ administrator, appKey: APP_KEY, userId, emails: emails.slice(1), signal: stopping.signal },
    });

    const restart = async () => {
      process.kill(server.pid, 'SIGKILL');
      await server.ended;
      server = await startServer(dataDir, { env, port: server.port });
    };
    const killDatabase = async () => {
      process.kill(postmaster(dataDir).pid, 'SIGKILL');
      await server.says('The database is back.');
      await waitUntil(() => isHealthy(server));
    };
    const interruptMail = async () => {
      smtp.stop();
      await pause(MAIL_OUTAGE_MS);
      await smtp.start();
    };
    const faults = { server: restart, database: killDatabase, 'mail server': interruptMail };
    const counts = new Map<string, number>();
    const disturbedUntil = performance.now() + HALF_MS;
    while (performance.now() < disturbedUntil) {
      for (const [name, cause] of Object.entries(faults)) {
        await pause(FAULT_EVERY_MS);
        await cause();
        counts.set(name, (counts.get(name) ?? 0) + 1);
      }
    }

    const broken = () => [...load.calls.values()].reduce((sum, counted) => sum + counted.broken, 0);
    const brokenBefore = broken();
    const samples: Sample[] = [];
    const quietUntil = performance.now() + HALF_MS;
    while (performance.now() < quietUntil) {
      await pause(SAMPLE_EVERY_MS);
      samples.push(await sample(server, dataDir));
    }
    const brokenMeanwhile = broken() - brokenBefore;
    stopping.abort();
    await load.ended;

    const { acknowledged, unexpected } = load;
    const db = openDatabase(readDatabaseUrl(dataDir), () => undefined);
    const queued = (await db.selectFrom('mails').select('address').execute()).map(({ address }) => address);
    const delivered = smtp.state.deliveries.map(({ to }) => to);
    const reached = new Set([...delivered, ...queued]);
    const live = thirds(samples, 'liveMb');
    const rss = thirds(samples, 'rssMb');
    const resources = thirds(samples, 'resources');
    const most = Math.max(...samples.map(({ connections }) => connections));
    print([
      [`${MINUTES} minutes`, 'answered', '503', 'no answer', 'slowest ms'],
      ...[...load.calls].map(([call, counted]) => [
        call,
        ...[counted.answered, counted.refused, counted.broken, Math.round(counted.slowestMs)],
      ]),
      ...[...counts].map(([name, count]) => [`stops of the ${name}`, count]),
      ['quiet half, thirds', 'first', 'second', 'third'],
      ['live heap MB', ...live.map((value) => value.toFixed(1))],
      ['RSS MB', ...rss.map((value) => value.toFixed(0))],
      ['open resources', ...resources],
      ['connections, at most', most],
      ['mails delivered, queued', delivered.length, queued.length],
      ['delivered twice', delivered.length - new Set(delivered).size],
    ]);

    expect([...unexpected]).toEqual([]);
    expect([...counts.values()].every((count) => count >= 2)).toBe(true);
    expect(brokenMeanwhile).toBe(0);

    const missing = (wanted: readonly string[], found: Iterable<string>) => {
      const have = new Set(found);
      return wanted.filter((one) => !have.has(one));
    };
    const titles = (await db.selectFrom('recipes').select('title').execute()).map(({ title }) => title);
    expect(missing(acknowledged.phones, await readSavedPhones(db))).toEqual([]);
    expect(missing(acknowledged.titles, titles)).toEqual([]);
    expect(missing(acknowledged.mailed, reached)).toEqual([]);
    const bought = await db
      .selectFrom('purchases')
      .innerJoin('users', 'users.id', 'purchases.user_id')
      .select('users.external_id')
      .execute();
    expect(
      missing(
        acknowledged.members,
        bought.map(({ external_id: id }) => id ?? ''),
      ),
    ).toEqual([]);
    for (const url of acknowledged.pictures) {
      const address = new URL(url, server.address);
      expect((await fetch(`${server.address}${address.pathname}`)).status, url).toBe(200);
    }
    for (const refreshToken of acknowledged.refreshTokens.values()) {
      expect((await post(server.address, '/auth/refresh-token', { refreshToken })).status).toBe(200);
    }
    for (const list of [acknowledged.phones, acknowledged.titles, acknowledged.mailed, acknowledged.members])
      expect(list.length).toBeGreaterThan(50);
    expect(await findHalfWritten(db, { titles: 'Soaked %', phones: 'phone %' })).toEqual([]);
    // The demo's store is asked about each purchase by the server's work in the background.
    const readUnasked = () =>
      db.selectFrom('purchases').where('asked_at', 'is', null).select('key').execute();
    await expect.poll(readUnasked, { timeout: 180_000, interval: 1_000 }).toEqual([]);

    expect(most).toBeLessThanOrEqual(CONNECTIONS_PER_SERVER);
    expect(samples.filter(({ idleInTransaction }) => idleInTransaction > 0)).toEqual([]);
    expect(live[2] - live[1]).toBeLessThan(MORE_LIVE_MB);
    expect(rss[2] - rss[1]).toBeLessThan(MORE_RSS_MB);
    expect(resources[2] - resources[1]).toBeLessThan(MORE_RESOURCES);

    await db.destroy();
    process.kill(server.pid, 'SIGTERM');
    expect(await server.ended).toBe(0);
    expect(findProcesses(dataDir)).toEqual([]);
  },
  MINUTES * 60_000 + 600_000,
);
