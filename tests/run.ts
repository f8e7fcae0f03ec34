import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

/**
 * `npm test`: every check and every test but the slow ones, then the ten slowest files and one line that sums the run
 * up. `--slow` runs the slow tests alone, `--all` runs everything.
 */
const { values: options } = parseArgs({
  options: { slow: { type: 'boolean', default: false }, all: { type: 'boolean', default: false } },
});
const SLOWEST_FILES = 10;
const start = performance.now();
const root = fileURLToPath(new URL('..', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'mealwright-report-'));
const report = join(scratch, 'report.json');
const evidence = join(scratch, 'evidence');
mkdirSync(evidence);

type Check = { title: string; tool: string; args: readonly string[] };

const staticChecks: readonly Check[] = [
  // It checks the types of every other file, too.
  { title: 'Types', tool: 'astro', args: ['check', '--minimumFailingSeverity', 'hint'] },
  { title: 'Format and lint', tool: 'biome', args: ['ci', '.'] },
  { title: 'Format of pages and stylesheets', tool: 'prettier', args: ['--check', '**/*.{scss,astro}'] },
  {
    title: 'Imports',
    tool: 'depcruise',
    args: ['--config', 'tests/architecture/import-rules.ts', '.'],
  },
  { title: 'Unused files, exports and packages', tool: 'knip', args: ['--no-progress'] },
];
const projects = options.all ? [] : [options.slow ? '--project=slow' : '--project=!slow'];
const tests: Check = {
  title: 'Tests',
  tool: 'vitest',
  args: ['run', ...projects, '--reporter=default', '--reporter=json', `--outputFile=${report}`],
};
const secrets: Check = {
  title: 'Secrets in the logs, mails and addresses of all tests',
  tool: 'node',
  args: ['tests/secrets/report.ts', evidence],
};

// The static checks run side by side, and each prints its output when it has ended.
const passed = options.slow ? [] : await Promise.all(staticChecks.map((check) => run(check, 'pipe')));
const isTested = await run(tests, 'inherit');
if (!options.slow) passed.push(await run(secrets, 'inherit'));
const counts = readCounts();
rmSync(scratch, { recursive: true, force: true });

const failedChecks = passed.filter((isPassed) => !isPassed).length;
// A run that broke off without a failed test has failed all the same.
const failed = failedChecks + Math.max(counts.failed, isTested ? 0 : 1);
process.stdout.write(
  `\nThe whole run took ${((performance.now() - start) / 60_000).toFixed(1)} minutes.\n` +
    `${counts.passed + passed.length - failedChecks} passed, ${failed} failed\n`,
);
process.exit(failed === 0 ? 0 : 1);

/** Resolves with whether the tool has succeeded. */
function run({ title, tool, args }: Check, output: 'pipe' | 'inherit'): Promise<boolean> {
  const child = spawn(join(root, 'node_modules/.bin', tool), args, {
    cwd: root,
    stdio: ['ignore', output, output],
    env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1', EVIDENCE_DIR: evidence },
  });
  if (output === 'inherit') process.stdout.write(`\n— ${title}\n`);
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      if (output === 'pipe') process.stdout.write(`\n— ${title}\n${text}`);
      resolve(code === 0);
    });
  });
}

/** Reads the number of tests from the report, and prints the slowest files. */
function readCounts(): { passed: number; failed: number } {
  try {
    const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(report, 'utf8'));
    const files = (testResults as { name: string; startTime: number; endTime: number }[])
      .map(({ name, startTime, endTime }) => ({ name: relative(root, name), ms: endTime - startTime }))
      .sort((one, other) => other.ms - one.ms);
    process.stdout.write('\n— The slowest test files\n');
    for (const { name, ms } of files.slice(0, SLOWEST_FILES)) {
      process.stdout.write(`${(ms / 1_000).toFixed(1).padStart(6)} s  ${name}\n`);
    }
    return { passed: numPassedTests, failed: numFailedTests };
  } catch {
    process.stdout.write('The tests left no report.\n');
    return { passed: 0, failed: 1 };
  }
}
