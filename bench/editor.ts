import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pino from 'pino';
import { chromium, type Page } from 'playwright-core';
import { createApp } from '#api/app.ts';
import { openSession } from '#api/auth/sessions.ts';
import { startEmbedded } from '#api/db/embedded/start.ts';
import { migrate } from '#api/db/migrate.ts';
import { openDatabase } from '#api/db/open.ts';
import { listen } from '#api/http/server/listen.ts';
import { createSandboxStore } from '#api/payments/sandbox.ts';
import { ensureBuilt } from '#api/site/build.ts';
import { readSite } from '#api/site/files.ts';
import { addAdministrator } from '#tests/setup/api/people.ts';
import { browserPath } from '#tests/setup/e2e/browser-path.ts';
import { renderColumns } from './table.ts';

/**
 * The second part of `npm run bench`: milliseconds from a key to the next paint, in the editor with a long recipe and a
 * CPU four times slower. Event Timing counts in steps of 8 ms, from 16 ms.
 */
const INGREDIENTS = 74;
const STEPS = 60;
const KEYS = 60;
const MIN_DURATION_MS = 16;

const clock = () => new Date();
const root = fileURLToPath(new URL('..', import.meta.url));
const write = (text: string) => void process.stderr.write(text);
const { signal } = new AbortController();
await ensureBuilt({ root, publicApiUrl: '/api/v1', siteUrl: null, signal }, write);

const dataDir = await mkdtemp(join(tmpdir(), 'mealwright-bench-'));
const log = pino({ level: 'silent' });
const database = await startEmbedded({ dataDir, label: 'npm run bench', log, onLost: () => undefined });
const db = openDatabase(database.url, () => undefined);
try {
  await migrate(db);
  const app = createApp({
    db,
    healthDb: db,
    log,
    clock,
    askStore: createSandboxStore(clock),
    mails: { wake: () => undefined },
    imports: { wake: () => undefined },
    bulkChanges: { wake: () => undefined },
    environment: { allowedOrigins: [], publicApiUrl: '/api/v1', trustedProxies: [] },
    site: await readSite(`${root}dist`),
  });
  const listener = await listen(app.fetch, '127.0.0.1', 0);
  const origin = `http://127.0.0.1:${listener.port}`;
  const { id: userId } = await addAdministrator(db);
  const tokens = await openSession(db, { userId, rememberMe: true }, clock());
  const address = `${origin}/recipes/${await addLongRecipe(origin, tokens.token)}/edit`;

  const browser = await chromium.launch({ executablePath: await browserPath(), args: ['--no-sandbox'] });
  const page = await browser.newPage();
  await page.addInitScript(
    ([token = '', refresh = '']) => {
      localStorage.setItem('access_token', token);
      localStorage.setItem('refresh_token', refresh);
      localStorage.setItem('auth_user', '{"email":"bench@example.com"}');
    },
    [tokens.token, tokens.refreshToken],
  );
  await page.goto(address);
  const fields = ['Title', 'Ingredient 40 name', 'Step 30'];
  await page.getByLabel('Ingredient 40 name').waitFor();
  await (await page.context().newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: 4 });
  const lines: string[][] = [];
  for (const label of fields) lines.push([label, ...(await measureTyping(page, label))]);
  await page.goto('about:blank');
  await page.setContent('<input aria-label="An empty page">');
  lines.push(['An empty page', ...(await measureTyping(page, 'An empty page'))]);
  process.stdout.write(renderColumns(['typing in', 'p50', 'p95', 'slowest'], lines));
  await browser.close();
  await listener.close(0);
} finally {
  await db.destroy();
  await database.stop();
  await rm(dataDir, { recursive: true, force: true });
}

/** Returns the id. */
async function addLongRecipe(origin: string, token: string): Promise<number> {
  const ingredient = { name: 'x'.repeat(250), quantity: '1', unit_type: 'g', is_primary: true };
  const response = await fetch(`${origin}/api/v1/admin/recipes`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({
      title: 'A long recipe',
      description: '',
      image_url: null,
      preparation_time: 600,
      cooking_time: 600,
      servings: 4,
      meal_types: [],
      ingredients: Array.from({ length: INGREDIENTS }, () => ingredient),
      steps: Array.from({ length: STEPS }, () => 'Stir the pot. '.repeat(20)),
      nutritionValues: [],
      feature_tags: [],
      promotional_tags: [],
      cuisine: null,
      cookingMethod: null,
      videoURL: null,
    }),
  });
  const { data } = (await response.json()) as { data: { id: number } };
  return data.id;
}

/** Median, 95th percentile and slowest key in a field. */
async function measureTyping(page: Page, label: string): Promise<string[]> {
  write(`typing in ${label}\n`);
  await page.getByLabel(label, { exact: true }).focus();
  // The scrolling to the field is not typing.
  await page.waitForTimeout(1_000);
  await page.evaluate((durationThreshold) => {
    const durations: number[] = [];
    Object.assign(window, { durations });
    const keep = (entries: PerformanceObserverEntryList) => {
      for (const { name, duration } of entries.getEntries()) if (name === 'keydown') durations.push(duration);
    };
    new PerformanceObserver(keep).observe({ type: 'event', durationThreshold } as PerformanceObserverInit);
  }, MIN_DURATION_MS);
  for (let key = 0; key < KEYS; key += 1) {
    await page.keyboard.press('a');
    await page.waitForTimeout(80);
  }
  await page.waitForTimeout(500);
  const slow = await page.evaluate(() => (window as unknown as { durations: number[] }).durations);
  // Keys below the threshold are not reported.
  const all = [...Array.from({ length: KEYS }, () => MIN_DURATION_MS), ...slow].toSorted(
    (one, other) => one - other,
  );
  const times = all.slice(-KEYS);
  const at = (share: number) => `${times[Math.min(KEYS - 1, Math.floor(KEYS * share))]} ms`;
  return [at(0.5), at(0.95), at(1)];
}
