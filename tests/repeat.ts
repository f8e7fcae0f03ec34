import { spawn, spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * `npm run test:repeat -- FILES`: runs test files ten times beside two processes that burn the cores, to find what passes
 * by luck. Random values differ each time, and screens get their answers late. Stops at the first failure, whose
 * output is shown.
 */
const RUNS = 10;
const BURNERS = 2;
const TEST_LATE_MS = '300';
const root = fileURLToPath(new URL('..', import.meta.url));
const files = process.argv.slice(2);
if (files.length === 0) {
  process.stderr.write('Name the test files: npm run test:repeat -- tests/api/payments/payments.test.ts\n');
  process.exit(2);
}

const burners = Array.from({ length: BURNERS }, () =>
  spawn(process.execPath, ['--eval', 'for (;;);'], { stdio: 'ignore' }),
);
const stop = () => {
  for (const burner of burners) burner.kill('SIGKILL');
};
process.once('exit', stop);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

for (let run = 1; run <= RUNS; run += 1) {
  const TEST_SEED = String(randomInt(2 ** 32));
  const start = performance.now();
  const { status, stdout, stderr } = spawnSync(
    join(root, 'node_modules/.bin/vitest'),
    ['run', '--reporter=default', ...files],
    {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
      env: { ...process.env, TEST_SEED, TEST_LATE_MS },
    },
  );
  if (status !== 0) {
    process.stdout.write(
      `${stdout}${stderr}\nRun ${run} of ${RUNS} failed, with TEST_SEED=${TEST_SEED} TEST_LATE_MS=${TEST_LATE_MS}.\n`,
    );
    process.exit(1);
  }
  process.stdout.write(
    `Run ${run} of ${RUNS} passed in ${((performance.now() - start) / 1_000).toFixed(0)} s.\n`,
  );
}
// The burners would keep it running.
process.exit(0);
