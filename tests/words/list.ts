import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSite } from '#tests/setup/site/site.ts';
import { allTexts } from './texts/all.ts';

/** `npm run texts`: every text that people read, with its page or its file and line. For reading them aloud. */

const folder = mkdtempSync(join(tmpdir(), 'mealwright-texts-'));
try {
  buildSite(join(folder, 'dist'));
  let place = '';
  for (const { file, line, text } of allTexts(join(folder, 'dist'))) {
    if (file !== place) process.stdout.write(`\n${file}\n`);
    place = file;
    process.stdout.write(line === 0 ? `  ${text}\n` : `  ${line}: ${text}\n`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
