import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Sources } from './imports.ts';

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

/** Texts of all code and style files. */
export function readSources(): Sources {
  const code = projectFiles().filter((file) => /\.(ts|tsx|mjs|astro|scss|css)$/.test(file));
  return Object.fromEntries(code.map((file) => [file, readFileSync(join(root, file), 'utf8')]));
}
