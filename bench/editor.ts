import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { chromium, type Page } from 'playwright-core';
import { browserPath } from '#tests/setup/e2e/browser-path.ts';
import { serveProduct } from './serve-product.ts';
import { renderColumns } from './table.ts';

/**
 * `npm run bench:editor -- [--json FILE]`: milliseconds from a key to the next paint, in the editor with a long recipe
 * and a CPU four times slower. Event Timing counts in steps of 8 ms, from 16 ms.
 */
const INGREDIENTS = 74;
const STEPS = 60;
const KEYS = 60;
const MIN_DURATION_MS = 16;

const { values } = parseArgs({ options: { json: { type: 'string' } } });
const write = (text: string) => void process.stderr.write(text);

await using product = await serveProduct({ label: 'npm run bench:editor' });
const tokens = await product.signIn();
const address = `${product.origin}/recipes/${await addLongRecipe(product.origin, tokens.token)}/edit`;

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
const measured: Typing[] = [];
for (const label of fields) measured.push(await measureTyping(page, label));
await page.goto('about:blank');
await page.setContent('<input aria-label="An empty page">');
measured.push(await measureTyping(page, 'An empty page'));
const lines = measured.map(({ field, ...times }) => [field, ...Object.values(times).map((ms) => `${ms} ms`)]);
process.stdout.write(renderColumns(['typing in', 'p50', 'p95', 'slowest'], lines));
if (values.json) await writeFile(values.json, `${JSON.stringify({ keys: KEYS, measured }, null, 2)}\n`);
await browser.close();

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

/** From a key to the next paint. */
type Typing = { field: string; p50Ms: number; p95Ms: number; slowestMs: number };

async function measureTyping(page: Page, label: string): Promise<Typing> {
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
  const at = (share: number) => times[Math.min(KEYS - 1, Math.floor(KEYS * share))] ?? Number.NaN;
  return { field: label, p50Ms: at(0.5), p95Ms: at(0.95), slowestMs: at(1) };
}
