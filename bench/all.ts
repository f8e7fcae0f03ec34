import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

/**
 * `npm run bench -- [users] [--json FILE] [--keep DIR]`: all parts in turn, each as its own script measures it, and one
 * JSON of all. The exit code is 1 if a part failed.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: 'string' }, keep: { type: 'string' } },
});
const [users = '1000000'] = positionals;

const parts = {
  api: ['40', users, ...(values.keep ? ['--keep', values.keep] : [])],
  pages: ['5'],
  console: ['5'],
  build: ['3'],
  editor: [],
} as const;

const folder = await mkdtemp(join(tmpdir(), 'mealwright-bench-'));
const results: Record<string, unknown> = {};
try {
  for (const [part, options] of Object.entries(parts)) {
    process.stdout.write(`\n${part}\n\n`);
    const file = join(folder, `${part}.json`);
    const hasFailed = !(await run(part, [...options, '--json', file]));
    if (hasFailed) process.exitCode = 1;
    // A part that failed may have measured before.
    results[part] = await readFile(file, 'utf8').then(JSON.parse, () => null);
  }
  if (values.json) await writeFile(values.json, `${JSON.stringify(results, null, 2)}\n`);
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function run(part: string, options: readonly string[]): Promise<boolean> {
  const script = fileURLToPath(new URL(`${part}.ts`, import.meta.url));
  const [code] = await once(spawn(process.execPath, [script, ...options], { stdio: 'inherit' }), 'exit');
  return code === 0;
}
