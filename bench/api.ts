import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pino from 'pino';
import { startEmbedded } from '#api/db/embedded/start.ts';
import { openDatabase } from '#api/db/open.ts';
import { calls } from './api/calls.ts';
import { type Bench, serveUsers } from './api/server.ts';
import { median } from './measure.ts';
import { renderColumns } from './table.ts';

/** `npm run bench -- [rounds] [users]`. Both databases take turns, so that load on the machine affects both. */
const [rounds = '40', maxUsers = '100000'] = process.argv.slice(2);
const write = (text: string) => void process.stderr.write(text);

const dataDir = await mkdtemp(join(tmpdir(), 'mealwright-bench-'));
const log = pino({ level: 'silent' });
const database = await startEmbedded({ dataDir, label: 'npm run bench', log, onLost: () => undefined });
try {
  const benches = await Promise.all([1_000, Number(maxUsers)].map(serve));
  process.stdout.write(
    renderColumns(
      ['call', ...benches.map(({ users }) => `${users} users`), 'x'],
      await measureCalls(benches),
    ),
  );
  await Promise.all(benches.map(({ stop }) => stop()));
} finally {
  await database.stop();
  await rm(dataDir, { recursive: true, force: true });
}

async function serve(users: number, index: number): Promise<Bench> {
  const name = `bench_${index}`;
  const db = openDatabase(database.url, () => undefined);
  await sql`create database ${sql.id(name)}`.execute(db);
  await db.destroy();
  return serveUsers(database.url.replace(/\/[^/]*$/, `/${name}`), users, write);
}

/** Medians in milliseconds and their ratio. Throws if a call fails with 5xx. */
async function measureCalls(benches: readonly Bench[]): Promise<string[][]> {
  const lines: string[][] = [];
  for (const { name, run } of calls) {
    write(`${name}\n`);
    const times = benches.map((): number[] => []);
    for (let round = 0; round < Number(rounds); round += 1) {
      for (const [index, bench] of benches.entries()) {
        const start = performance.now();
        const response = await run(bench, round);
        await response.arrayBuffer();
        times[index]?.push(performance.now() - start);
        if (response.status >= 500) throw new Error(`${name} answered ${response.status}`);
      }
    }
    const [small = 0, large = 0] = times.map((list) => median(list, (time) => time));
    lines.push([name, `${small.toFixed(1)} ms`, `${large.toFixed(1)} ms`, (large / small).toFixed(1)]);
  }
  return lines;
}
