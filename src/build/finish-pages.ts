import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { withPageHashes } from '../security/inline-hashes.ts';
import { precompress } from './precompress.ts';

/** Removes the hashes of other pages from the policy of every built page, then compresses the export. */
export function finishPages(): AstroIntegration {
  return {
    name: 'finish-pages',
    hooks: {
      'astro:build:done': async ({ dir }) => {
        const folder = fileURLToPath(dir);
        const files = await readdir(folder, { recursive: true });
        const pages = files.filter((file) => file.endsWith('.html')).map((file) => join(folder, file));
        await Promise.all(
          pages.map(async (page) => writeFile(page, withPageHashes(await readFile(page, 'utf8')))),
        );
        await precompress(folder);
      },
    },
  };
}
