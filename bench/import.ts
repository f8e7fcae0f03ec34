import { createReadStream } from 'node:fs';
import { readdir, readFile as readWhole } from 'node:fs/promises';
import { join } from 'node:path';
import type { ImportedRow } from '#recipe-reader/imported-row.ts';
import { readFile } from '#recipe-reader/read-file.ts';
import type { RecipeContent } from '#recipe-reader/recipe-content.ts';
import { renderTable } from './table.ts';

/**
 * `npm run bench:import -- FOLDER`: what is found on saved pages (.html, .htm, .testhtml), and how often it is the same as
 * in the `.json` beside a page, which has `title`, `ingredients`, `prep_time` and `cook_time` (minutes) and `yields`.
 */
const [folder] = process.argv.slice(2);
if (!folder) throw new Error('Name a folder of saved pages: npm run bench:import -- FOLDER');

type Count = { of: number; found: number };
const found = new Map<string, Count>();
const same = new Map<string, Count>();
const messages = new Map<string, number>();
let read = 0;

function count(counts: Map<string, Count>, { name, isRight }: { name: string; isRight: boolean }): void {
  const known = counts.get(name) ?? { of: 0, found: 0 };
  counts.set(name, { of: known.of + 1, found: known.found + Number(isRight) });
}

function countFields(content: RecipeContent): void {
  for (const [name, value] of Object.entries(content)) {
    const isEmpty =
      value === null || value === '' || value === 0 || (Array.isArray(value) && value.length === 0);
    count(found, { name, isRight: !isEmpty });
  }
}

async function compare(content: RecipeContent, path: string): Promise<void> {
  const text = await readWhole(path.replace(/\.[^.]+$/, '.json'), 'utf8').catch(() => null);
  if (text === null) return;
  const expected: Record<string, unknown> = JSON.parse(text);
  const servings = /\d+/.exec(String(expected.yields ?? ''))?.[0];
  count(same, { name: 'title', isRight: letters(content.title) === letters(String(expected.title)) });
  if (Array.isArray(expected.ingredients)) {
    count(same, { name: 'ingredients', isRight: content.ingredients.length === expected.ingredients.length });
  }
  if (expected.prep_time)
    count(same, {
      name: 'preparation',
      isRight: content.preparation_time === Number(expected.prep_time) * 60,
    });
  if (expected.cook_time)
    count(same, { name: 'cooking', isRight: content.cooking_time === Number(expected.cook_time) * 60 });
  if (servings) count(same, { name: 'servings', isRight: content.servings === Number(servings) });
}

function letters(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}

const pages = (await readdir(folder, { recursive: true })).filter((name) =>
  /\.(?:html?|testhtml)$/i.test(name),
);
const start = performance.now();
for (const name of pages.sort()) {
  const path = join(folder, name);
  const rows: ImportedRow[] = await Array.fromAsync(readFile(name, createReadStream(path)));
  const [content] = rows.flatMap((row) => row.content ?? []);
  if (content) {
    read += 1;
    countFields(content);
    await compare(content, path);
  }
  for (const { field, message } of rows.flatMap(({ problems }) => problems)) {
    const kind = `${field}: ${message.replace(/(?<=wasn’t read: ).*/, '…').replaceAll(/\d[\d,]*/g, 'N')}`;
    messages.set(kind, (messages.get(kind) ?? 0) + 1);
  }
}
const seconds = (performance.now() - start) / 1_000;

const shares = (counts: Map<string, Count>) =>
  [...counts].map(([name, one]) => [
    name,
    String(one.found),
    String(one.of),
    ((100 * one.found) / one.of).toFixed(1),
  ]);
process.stdout.write(`${read} of ${pages.length} pages were read in ${seconds.toFixed(1)} s.\n\n`);
process.stdout.write(`${renderTable(['found', 'pages', 'of', '%'], shares(found))}\n`);
process.stdout.write(`${renderTable(['same as the .json', 'pages', 'of', '%'], shares(same))}\n`);
const told = [...messages].toSorted(([, one], [, other]) => other - one);
process.stdout.write(
  renderTable(
    ['message', 'times'],
    told.map(([kind, times]) => [kind, String(times)]),
  ),
);
