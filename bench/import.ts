import { createReadStream } from 'node:fs';
import { readdir, readFile as readWhole } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { ImportedRow } from '#api/imports/read/imported-row.ts';
import { readFile } from '#api/imports/read/read-file.ts';
import { type Comparison, compare, type Expected, expectedOf } from './import/compare.ts';
import { renderComparison, renderFields, renderProblems } from './import/report.ts';

/** `npm run bench:import -- FOLDER`: what is found on saved pages, compared with the `.json` beside a page. */
const [folder] = process.argv.slice(2);
if (!folder) throw new Error('Name a folder of saved pages: npm run bench:import -- FOLDER');

const write = (text: string) => void process.stdout.write(text);

const names = (await readdir(folder, { recursive: true })).filter((name) =>
  /\.(?:html?|testhtml)$/i.test(name),
);
const rows: ImportedRow[] = [];
const failed: string[] = [];
const without = new Map<string, string[]>();
const comparisons: Comparison[] = [];
const start = performance.now();
for (const name of names.sort()) {
  const path = join(folder, name);
  const found: ImportedRow[] = [];
  try {
    for await (const row of readFile(relative(folder, path), createReadStream(path))) found.push(row);
  } catch (error) {
    failed.push(`${name}: ${String(error)}`);
  }
  const [first] = found.filter(({ content }) => content !== null);
  if (first) rows.push(...found);
  else {
    const reason = found[0]?.problems[0]?.message ?? 'No row.';
    without.set(reason, [...(without.get(reason) ?? []), name]);
  }
  const expected = await readExpected(path.replace(/\.[^.]+$/, '.json'));
  if (expected && first) comparisons.push(compare(name, expected, found));
}
const seconds = (performance.now() - start) / 1_000;

write(`${renderFields(rows)}\n${renderProblems(rows)}\n`);
if (comparisons.length > 0) write(`${renderComparison(comparisons)}\n`);
for (const [reason, pages] of without) {
  write(
    `${pages.length} of ${names.length} pages: ${reason}\n${pages.map((page) => `  ${page}\n`).join('')}\n`,
  );
}
if (failed.length > 0) write(`Failed:\n${failed.join('\n')}\n\n`);
const memory = process.resourceUsage().maxRSS / 1_024;
write(`${names.length} pages in ${seconds.toFixed(1)} s, at most ${Math.round(memory)} MB of memory\n`);

async function readExpected(path: string): Promise<Expected | null> {
  try {
    return expectedOf(JSON.parse(await readWhole(path, 'utf8')));
  } catch {
    return null;
  }
}
