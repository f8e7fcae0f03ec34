import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { ZipFile } from 'yazl';
import { MAX_IMPORT_BYTES, MAX_IMPORT_RECIPES, MAX_INFLATED_BYTES, MAX_READING_MS } from './limits.ts';
import { type ImportFile, readImport } from './read-import.ts';
import { Refusal, refusals } from './refusal.ts';
import { ReadingThread } from './thread/reading-thread.ts';

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
  await expect(summaries([])).rejects.toThrow(Refusal);
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

/** A ZIP of one recipe, which claims to have so many files. */
async function zipOfSoup(name: string, entries = 1): Promise<ImportFile> {
  const zip = new ZipFile();
  zip.addBuffer(Buffer.from(soup), 'soup.json');
  zip.end();
  const content = await buffer(zip.outputStream);
  // The number of all files is 10 bytes after the beginning of the end record (APPNOTE.TXT, 4.3.16).
  content.writeUInt16LE(entries, content.lastIndexOf('PK\x05\x06') + 10);
  return {
    name,
    open: async function* open() {
      yield content;
    },
  };
}

test('the ZIPs of an import share the limit of files', async () => {
  const zips = [await zipOfSoup('a.zip', 30_000), await zipOfSoup('b.zip', 30_000)];
  expect(await summaries(zips)).toEqual([
    expect.stringContaining('a.zip: This ZIP is damaged'),
    expect.stringContaining('b.zip: The ZIPs of an import can have at most 50,000 files.'),
  ]);
});

test('the ZIPs of an import share the limit of inflated bytes, also in another thread', async () => {
  const usage = { workMs: 0, zipped: { entries: 0, bytes: MAX_INFLATED_BYTES - 1.5 * soup.length } };
  const read = async (name: string) => {
    const thread = new ReadingThread(new AbortController().signal, usage);
    const { open } = await zipOfSoup(name);
    const rows = await Array.fromAsync(thread.read(name, open()));
    await thread.close();
    return rows.map(({ title, problems }) => title || problems[0]?.message);
  };
  expect(await read('a.zip')).toEqual(['Soup']);
  expect(usage.zipped).toEqual({ entries: 1, bytes: MAX_INFLATED_BYTES - 0.5 * soup.length });
  expect(await read('b.zip')).toEqual([expect.stringContaining('at most 500 MB altogether')]);
});

test('the work on all files of an import has a limit', async () => {
  const usage = { workMs: MAX_READING_MS - 1, zipped: { entries: 0, bytes: 0 } };
  const thread = new ReadingThread(new AbortController().signal, usage);
  const reading = Array.fromAsync(thread.read('a.json', fileOf('a.json', soup).open()));
  await expect(reading).rejects.toThrow(refusals.time);
  expect(usage.workMs).toBeGreaterThanOrEqual(MAX_READING_MS);
  await thread.close();
});

test('the time in which a file waits for its sender does not count', async () => {
  const usage = { workMs: 0, zipped: { entries: 0, bytes: 0 } };
  const thread = new ReadingThread(new AbortController().signal, usage);
  async function* slow() {
    yield Buffer.from('[');
    // The thread wants more. If it counted, its time would be over in a millisecond.
    usage.workMs = MAX_READING_MS - 1;
    await new Promise((resolve) => setTimeout(resolve, 50));
    usage.workMs = 0;
    yield Buffer.from(`${soup}]`);
  }
  expect(await Array.fromAsync(thread.read('a.json', slow()))).toMatchObject([{ title: 'Soup' }]);
  expect(usage.workMs).toBeGreaterThan(0);
  await thread.close();
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
