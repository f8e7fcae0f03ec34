import { writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { StartError } from '#api/config/start-error.ts';
import { migrate } from '#api/db/migrate.ts';
import { openDatabase } from '#api/db/open.ts';
import { fillDemo } from '#api/demo/fill.ts';
import { refreshStatistics } from '#api/demo/refresh-statistics.ts';
import { ensureBuilt } from '#api/site/build.ts';
import { startScaledProduct } from '#tests/setup/scale/product.ts';
import { findProgram } from '#tests/setup/scale/program.ts';
import { runBrowserSuite } from './scale/browser.ts';
import { measureCapacity } from './scale/capacity.ts';
import { killUnderLoad } from './scale/kill.ts';
import { startWithReplica } from './scale/replica.ts';
import { listBroken, renderScale, type ScaleFigures } from './scale/report.ts';

/**
 * `npm run bench:scale -- [users] [--json FILE] [--without-browser]`: three API processes on one database, behind nginx
 * and PgBouncer in transaction mode, with a streaming replica. Fails if anything acknowledged is lost.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: 'string' }, 'without-browser': { type: 'boolean', default: false } },
});
const users = Number(positionals[0] ?? 20_000);
const root = fileURLToPath(new URL('..', import.meta.url));
const note = (text: string) => void process.stderr.write(text);

try {
  for (const name of ['nginx', 'pgbouncer'] as const) await findProgram(name);
  const figures = await measure();
  process.stdout.write(renderScale(figures));
  if (values.json) {
    const facts = { processors: cpus().length, model: cpus()[0]?.model, node: process.version };
    await writeFile(values.json, `${JSON.stringify({ ...facts, ...figures }, null, 2)}\n`);
  }
  const broken = listBroken(figures);
  if (broken.length > 0) throw new StartError(broken.join('\n'));
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  note(`${error.message}\n`);
  process.exitCode = 1;
}

async function measure(): Promise<ScaleFigures> {
  const { signal } = new AbortController();
  await ensureBuilt({ root, publicApiUrl: '/api/v1', siteUrl: null, signal }, note);
  const siteFolder = `${root}dist`;
  await using cleanups = new AsyncDisposableStack();
  const urls = await startWithReplica('npm run bench:scale');
  cleanups.defer(urls.stop);
  const [db, replica] = [urls.mainUrl, urls.replicaUrl].map((url) => openDatabase(url, () => undefined));
  if (!db || !replica) throw new Error('There are two databases.');
  cleanups.defer(async () => void (await Promise.all([db.destroy(), replica.destroy()])));
  await migrate(db);
  note(`filling ${users} users\n`);
  await fillDemo(db, { seed: 1, users, now: new Date() });
  await refreshStatistics(db, () => undefined);

  const capacity = await measureCapacity({ urls, db, replica }, siteFolder, note);
  note('one process is killed\n');
  const product = await startScaledProduct({
    databaseUrl: urls.mainUrl,
    siteFolder,
    env: { DATABASE_READ_URL: urls.replicaUrl },
  });
  cleanups.defer(product.stop);
  const kill = await killUnderLoad(db, product);
  const browser = values['without-browser'] ? null : await runBrowserSuite();
  return { users, capacity, kill, browser };
}
