import { expect, test } from 'vitest';
import { Problem } from '../../http/problem.ts';
import { MAX_IMPORT_BYTES, MAX_IMPORT_RECIPES } from './limits.ts';
import { type ImportFile, readImport } from './read-import.ts';
import { refusals } from './refusal.ts';

const soup = '{"@type":"Recipe","name":"Soup"}';

function fileOf(name: string, ...texts: string[]): ImportFile {
  return {
    name,
    open: async function* open() {
      for (const text of texts) yield Buffer.from(text);
    },
  };
}

async function summaries(files: readonly ImportFile[]): Promise<string[]> {
  const rows = await Array.fromAsync(readImport(files, new AbortController().signal));
  return rows.map(
    ({ file, title, problems, content }) => `${file}: ${content ? title : problems[0]?.message}`,
  );
}

test('files are read in their order, and one that cannot be read stops nothing', async () => {
  const files = [
    fileOf('a.json', soup),
    fileOf('b.pdf', '%PDF-1.7'),
    fileOf('c.csv', 'title,st', 'eps\nCake,Bake.'),
  ];
  expect(await summaries(files)).toEqual([
    'a.json: Soup',
    expect.stringContaining('b.pdf: This is a PDF document'),
    'c.csv: Cake',
  ]);
});

test('without files there is nothing to read', async () => {
  await expect(summaries([])).rejects.toThrow(Problem);
});

test('a file that takes too much memory is refused, and the next one is read in a new thread', async () => {
  const values = '{"a":[1.5,{}],"b":[]},'.repeat(50_000);
  const large = fileOf('large.json', '[', ...Array.from({ length: 42 }, () => values), '{}]');
  expect(await summaries([large, fileOf('a.json', soup)])).toEqual([
    `large.json: ${refusals.memory}`,
    'a.json: Soup',
  ]);
});

test('a table of 200 MB is read to the limit and no further', async () => {
  const line = `Soup,"${'Stir. '.repeat(6_000)}"\n`.repeat(25);
  let sent = 0;
  let isClosed = false;
  const table: ImportFile = {
    name: 'large.csv',
    open: async function* open() {
      try {
        yield Buffer.from('title,steps\n');
        for (; sent < 200_000_000; sent += line.length) yield Buffer.from(line);
      } finally {
        isClosed = true;
      }
    },
  };
  const rows = await summaries([table, fileOf('a.json', soup)]);
  expect(rows.at(-1)).toBe(`large.csv: ${refusals.tooLarge}`);
  expect(rows.length).toBeGreaterThan(1_000);
  expect(sent).toBeLessThan(MAX_IMPORT_BYTES + 2 * line.length);
  expect(isClosed).toBe(true);
});

test('at most 5,000 recipes are read', async () => {
  const many = fileOf('many.json', `[${`${soup},`.repeat(MAX_IMPORT_RECIPES)}${soup}]`);
  const rows = await summaries([many, fileOf('a.json', soup)]);
  expect(rows).toHaveLength(MAX_IMPORT_RECIPES + 1);
  expect(rows.at(-1)).toBe(`many.json: ${refusals.rest}`);
});

test('an abort ends the reading, also while a file waits for its sender', async () => {
  const controller = new AbortController();
  const waiting: ImportFile = {
    name: 'a.csv',
    open: async function* open() {
      yield Buffer.from(`title,steps\n${'Soup,Mix.\n'.repeat(20_000)}`);
      await new Promise(() => undefined);
    },
  };
  const rows = readImport([waiting], controller.signal);
  expect((await rows.next()).value).toMatchObject({ title: 'Soup' });
  controller.abort(new Error('Stopped.'));
  await expect(Array.fromAsync(rows)).rejects.toThrow('Stopped.');
});

test('an error of the upload itself ends the import', async () => {
  const broken: ImportFile = {
    name: 'a.csv',
    // biome-ignore lint/correctness/useYield: it fails before its first bytes
    open: async function* open() {
      throw new Error('The upload was cut off.');
    },
  };
  await expect(summaries([broken])).rejects.toThrow('The upload was cut off.');
});
