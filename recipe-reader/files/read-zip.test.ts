import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { ZipFile } from 'yazl';
import { rowsOf } from '#tests/setup/reader/imported.ts';

const soup = '{"@type":"Recipe","name":"Soup"}';
const page = `<script type="application/ld+json">${soup.replace('Soup', 'Cake')}</script>`;

async function zipOf(files: Readonly<Record<string, string | Buffer>>, mode = 0o100_644): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), name, { mode });
  zip.end();
  return buffer(zip.outputStream);
}

/** The name of an entry, changed where it is written, in headers of the same length. */
function rename(zip: Buffer, from: string, to: string): Buffer {
  return Buffer.from(zip.toString('latin1').replaceAll(from, to), 'latin1');
}

test('pages, JSON and tables in their order, with their names; the rest is counted', async () => {
  const zip = await zipOf({
    'b/soup.json': soup,
    'a/cake.html': page,
    'table.csv': 'title,steps\nPie,Bake.',
    'photo.jpg': 'x',
    'a/cake_files/frame.html': page,
    '__MACOSX/._soup.json': 'x',
    '.DS_Store': 'x',
  });
  const rows = await rowsOf('all.zip', zip);
  expect(rows.map(({ file, title }) => [file, title])).toEqual([
    ['all.zip/b/soup.json', 'Soup'],
    ['all.zip/a/cake.html', 'Cake'],
    ['all.zip/table.csv', 'Pie'],
    ['all.zip', ''],
  ]);
  expect(rows[3]?.problems[0]?.message).toContain('2 files');
});

test.each([['../../ab.json'], ['/etc/soup.json'], ['c:/ab/up.json'], ['..\\..\\ab.json']])(
  'the entry %s is refused, the others are read',
  async (name) => {
    const inside = `${'x'.repeat(name.length - 5)}.json`;
    const zip = rename(await zipOf({ [inside]: soup, 'soup.json': soup }), inside, name);
    const rows = await rowsOf('a.zip', zip);
    expect(rows.map(({ file, content }) => [file, content !== null])).toEqual([
      [`a.zip/${name}`, false],
      ['a.zip/soup.json', true],
    ]);
    expect(rows[0]?.problems[0]?.message).toContain('points outside the ZIP');
  },
);

test('a ZIP in a ZIP is not opened, whatever its name', async () => {
  const inner = await zipOf({ 'soup.json': soup });
  const rows = await rowsOf('a.zip', await zipOf({ 'inner.json': inner, 'cake.html': page }));
  expect(rows.map(({ file, title }) => [file, title])).toEqual([
    ['a.zip/inner.json', ''],
    ['a.zip/cake.html', 'Cake'],
  ]);
  expect(rows[0]?.problems[0]?.message).toContain('a ZIP inside a ZIP');
});

test('a symbolic link is refused', async () => {
  const [row] = await rowsOf('a.zip', await zipOf({ 'soup.json': '/etc/passwd' }, 0o120_777));
  expect(row?.problems[0]?.message).toContain('a link to another file');
});

test('an encrypted entry is refused', async () => {
  const zip = await zipOf({ 'soup.json': soup });
  const central = zip.indexOf('PK\x01\x02');
  zip.writeUInt16LE(zip.readUInt16LE(central + 8) | 1, central + 8);
  const [row] = await rowsOf('a.zip', zip);
  expect(row?.problems[0]?.message).toContain('password');
});

test('a bomb is refused before it is inflated', async () => {
  const zeros = Buffer.alloc(51_000_000);
  const [row] = await rowsOf('a.zip', await zipOf({ 'soup.json': zeros }));
  expect(row?.problems[0]?.message).toContain('more than 50 MB');
  const many = await zipOf(
    Object.fromEntries(Array.from({ length: 11 }, (_, at) => [`${at}.json`, zeros.subarray(0, 4.9e7)])),
  );
  expect(await rowsOf('a.zip', many)).toMatchObject([{ content: null, problems: [{ field: '' }] }]);
});

test('a bomb that lies about its size is refused while it is inflated', async () => {
  const zip = await zipOf({ 'soup.json': Buffer.alloc(5_000_000, ' '), 'cake.html': page });
  const central = zip.indexOf('PK\x01\x02');
  zip.writeUInt32LE(10, central + 24);
  const rows = await rowsOf('a.zip', zip);
  expect(rows.map(({ title }) => title)).toEqual(['', 'Cake']);
  expect(rows[0]?.problems[0]?.message).toContain('damaged');
});

test('a ZIP that was cut short is refused', async () => {
  const zip = await zipOf({ 'soup.json': soup.repeat(1_000) });
  for (const length of [4, 40, zip.length - 30, zip.length - 1]) {
    const [row, ...others] = await rowsOf('a.zip', zip.subarray(0, length));
    expect(others).toEqual([]);
    expect(row?.problems[0]?.message).toContain('incomplete');
  }
});

test.each([
  ['a.docx', { '[Content_Types].xml': 'x', 'word/document.xml': 'x' }, 'an Office document'],
  ['a.paprikarecipes', { 'Soup.paprikarecipe': 'x' }, 'Paprika'],
  ['a.epub', { mimetype: 'x' }, 'ebook'],
  ['a.zip', { 'photo.jpg': 'x' }, 'no web pages'],
  ['a.zip', { 'inner.zip': 'x' }, 'no web pages'],
])('%s is refused: %j', async (name, files, message) => {
  const [row, ...others] = await rowsOf(name, await zipOf(files));
  expect(others).toEqual([]);
  expect(row?.problems[0]?.message).toContain(message);
});
