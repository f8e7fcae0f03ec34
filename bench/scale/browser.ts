import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * The files of the browser suite that need a server and nothing from inside it. The others move the clock of the server
 * (`session`, `console/hand-off`, `console/store-connections`), have a server of another kind
 * (`console/payment-parts` with the stores of the demo, `development`, `cross-origin`, `headers`, `other-provider`) or
 * none (`accessibility-site`, `forms`, `paint`, `site`, `site-layout`: about files alone).
 */
const FILES = [
  'accessibility-console',
  'account-forms',
  'budgets',
  'console-style',
  'console/account-menu',
  'console/dashboard',
  'console/deploy',
  'console/focus-in-view',
  'console/keyboard-day',
  'console/palette',
  'console/return',
  'console/users-list',
  'core-flows',
  'keyboard',
  'payments',
  'recipes/editor-picture',
  'recipes/recipe-editor',
  'recipes/recipe-import',
  'recipes/recipe-screens',
  'widths',
];

export type BrowserFigures = { files: number; passed: number; failed: number; seconds: number };

/** Each file has its own database, PgBouncer, servers and nginx. The output of the tests goes to standard error. */
export async function runBrowserSuite(): Promise<BrowserFigures> {
  const folder = await mkdtemp(join(tmpdir(), 'mealwright-bench-'));
  const report = join(folder, 'report.json');
  const start = performance.now();
  try {
    const files = FILES.map((name) => `tests/e2e/${name}.test.ts`);
    const options = ['--reporter=default', '--reporter=json', `--outputFile=${report}`];
    const child = spawn(
      join(root, 'node_modules/.bin/vitest'),
      ['run', '--project', 'browser', ...options, ...files],
      { cwd: root, stdio: ['ignore', process.stderr, process.stderr], env: { ...process.env, SCALED: '1' } },
    );
    await once(child, 'close');
    const { numPassedTests: passed, numFailedTests: failed } = JSON.parse(await readFile(report, 'utf8'));
    return { files: FILES.length, passed, failed, seconds: (performance.now() - start) / 1_000 };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
