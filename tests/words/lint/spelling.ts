import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Text } from '../texts/code.ts';

/** The words of the texts that are not American English, each once. `words` are right, whatever the dictionary says. */
export function misspelledWords(texts: readonly Text[], words: readonly string[]): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'mealwright-spelling-'));
  try {
    const config = join(folder, 'cspell.json');
    // Addresses, names of variables, codes.
    const ignoreRegExpList = ['Email', 'Urls', String.raw`/\S*[/_=@\d]\S*/g`];
    const settings = { version: '0.2', language: 'en-US', minWordLength: 3, words, ignoreRegExpList };
    writeFileSync(config, JSON.stringify(settings));
    writeFileSync(join(folder, 'texts.txt'), texts.map(({ text }) => text).join('\n'));
    const cspell = fileURLToPath(import.meta.resolve('cspell/bin.mjs'));
    const options = ['lint', '--no-progress', '--no-summary', '--unique', '--words-only', '--config', config];
    const { stdout, stderr, status } = spawnSync(process.execPath, [cspell, ...options, 'texts.txt'], {
      cwd: folder,
      encoding: 'utf8',
    });
    const found = stdout.split('\n').filter(Boolean);
    // 1 says that there are unknown words.
    if (stderr !== '' || status !== (found.length > 0 ? 1 : 0)) throw new Error(`cspell failed: ${stderr}`);
    return found;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
