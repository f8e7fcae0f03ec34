import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** `npm test`: every check of the project, then one line that sums them up. */

const root = fileURLToPath(new URL('..', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'mealwright-report-'));
const report = join(scratch, 'report.json');
const evidence = join(scratch, 'evidence');
mkdirSync(evidence);

function run(title: string, tool: string, ...options: string[]): boolean {
  process.stdout.write(`\n— ${title}\n`);
  const { status } = spawnSync(join(root, 'node_modules/.bin', tool), options, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1', EVIDENCE_DIR: evidence },
  });
  return status === 0;
}

const checks = [
  run('Format and lint', 'biome', 'ci', '.'),
  run('Format of pages and stylesheets', 'prettier', '--check', '**/*.{scss,astro}'),
  run('Types of the pages', 'astro', 'check', '--minimumFailingSeverity', 'hint'),
  run('Types', 'tsc', '--noEmit'),
  run('Unused files, exports and packages', 'knip', '--no-progress'),
];
const tested = run(
  'Tests',
  'vitest',
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile=${report}`,
);
checks.push(
  run('Secrets in the logs, mails and addresses of all tests', 'node', 'tests/secrets/report.ts', evidence),
);
const counts = readCounts();
rmSync(scratch, { recursive: true, force: true });

const failedChecks = checks.filter((passed) => !passed).length;
// A run that broke off without a failed test has failed all the same.
const failed = failedChecks + Math.max(counts.failed, tested ? 0 : 1);
process.stdout.write(`\n${counts.passed + checks.length - failedChecks} passed, ${failed} failed\n`);
process.exit(failed === 0 ? 0 : 1);

function readCounts(): { passed: number; failed: number } {
  try {
    const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, 'utf8'));
    return { passed: numPassedTests, failed: numFailedTests };
  } catch {
    process.stdout.write('The tests left no report.\n');
    return { passed: 0, failed: 1 };
  }
}
