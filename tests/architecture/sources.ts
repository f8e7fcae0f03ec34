import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Sources } from './imports.ts';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** Every file that is, or would be, committed, by its path from the root. */
export function projectFiles(): string[] {
  const { stdout } = spawnSync('git', ['ls-files', '-co', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  const files = stdout.split('\n').filter((file) => file !== '');
  if (files.length < 50) throw new Error('The list of the project files cannot be right.');
  return [...new Set(files)];
}

/** The project's own code. */
export function readSources(): Sources {
  const code = projectFiles().filter((file) => /\.(ts|tsx|mjs|astro|scss|css)$/.test(file));
  return Object.fromEntries(code.map((file) => [file, readFileSync(join(root, file), 'utf8')]));
}
