import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { browserPath } from '../e2e/browser-path.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The static export with the API at its default address. */
    siteFolder: string;
  }
}

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Builds the site, and unpacks the browser, once for all tests of the run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await browserPath();
  const parent = await mkdtemp(join(tmpdir(), 'mealwright-site-'));
  const folder = join(parent, 'dist');
  buildSite(folder);
  project.provide('siteFolder', folder);
  return () => rm(parent, { recursive: true, force: true });
}

/**
 * Builds without the environment of the test runner, which would make it a development build. Throws with the build's
 * output.
 */
export function buildSite(folder: string, env: Record<string, string> = {}, cwd = root): void {
  const { status, stdout, stderr } = spawnSync(
    join(root, 'node_modules/.bin/astro'),
    ['build', '--outDir', folder],
    {
      cwd,
      encoding: 'utf8',
      env: { PATH: process.env.PATH, HOME: process.env.HOME, ASTRO_TELEMETRY_DISABLED: '1', ...env },
    },
  );
  if (status !== 0) throw new Error(`The site couldn’t be built:\n${stdout}${stderr}`);
}
