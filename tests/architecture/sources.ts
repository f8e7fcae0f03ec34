import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** Paths of committed and uncommitted files, without ignored ones and those that were just deleted. */
export function projectFiles(): string[] {
  const { stdout } = spawnSync('git', ['ls-files', '-co', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  const files = stdout.split('\n').filter((file) => file !== '' && existsSync(join(root, file)));
  if (files.length < 50) throw new Error('The list of the project files cannot be right.');
  return [...new Set(files)];
}

/** The texts of all code and style files, by their path from the root with forward slashes. */
export function readSources(): Readonly<Record<string, string>> {
  const code = projectFiles().filter((file) => /\.(ts|tsx|mjs|astro|scss|css)$/.test(file));
  return Object.fromEntries(code.map((file) => [file, readFileSync(join(root, file), 'utf8')]));
}
