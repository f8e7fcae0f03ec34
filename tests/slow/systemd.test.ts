import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { root } from '#tests/architecture/sources.ts';
import { readStages, textsOf } from '#tests/setup/deploy/dockerfile.ts';
import { findProgram } from '#tests/setup/scale/program.ts';

/** systemd runs on few test machines, but its own checks need no running one. */

const name = 'mealwright.service';
const text = readFileSync(join(root, 'deploy', name), 'utf8');
const program = await findProgram('systemd-analyze', 'systemd').catch((error: Error) => {
  process.stderr.write(`Skipped: ${error.message}\n`);
  return null;
});

const folder = mkdtempSync(join(tmpdir(), 'mealwright-unit-'));
afterAll(() => rmSync(folder, { recursive: true }));
const unit = join(folder, name);
// The programs that it names must exist.
writeFileSync(unit, text.replaceAll('/opt/mealwright', root.replace(/\/$/, '')));

function analyze(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(program ?? '', args, { encoding: 'utf8' });
  return { status, output: stdout + stderr };
}

describe.skipIf(program === null)('the unit of systemd', () => {
  test('has no mistake', () => {
    expect(analyze('verify', '--man=no', unit)).toEqual({ status: 0, output: '' });
  });

  test('closes what the server does not need', () => {
    // From 0 to 100: 20 and less is what systemd calls OK at most.
    const { status, output } = analyze('security', '--offline=true', '--threshold=20', unit);
    expect(status, output).toBe(0);
  });
});

test('the unit starts what the image starts', () => {
  const [command = ''] = textsOf(readStages().at(-1) ?? [], 'CMD');
  const [, ...args]: string[] = JSON.parse(command);
  expect(text).toContain(`ExecStart=/opt/mealwright/node_modules/.bin/node ${args.join(' ')}\n`);
});
