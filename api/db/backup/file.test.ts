import { mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { readKind, writeNewFile } from './file.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'backup-file-'));
  return () => rm(folder, { recursive: true });
});

test('a file gets its name when it is complete, and only its owner can read it', async () => {
  const file = join(folder, 'a.dump');
  const bytes = await writeNewFile(file, async (part) => {
    expect(await readdir(folder)).toEqual(['a.dump.part']);
    await writeFile(part, 'PGDMP and more');
  });
  expect(bytes).toBe(14);
  expect(await readdir(folder)).toEqual(['a.dump']);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await readKind(file)).toBe('dump');
});

test('nothing is overwritten, and a failure leaves nothing', async () => {
  const file = join(folder, 'a.dump');
  const fail = async (part: string) => {
    await writeFile(part, 'half');
    throw new Error('The disk is full.');
  };
  await expect(writeNewFile(file, fail)).rejects.toThrow('The disk is full.');
  expect(await readdir(folder)).toEqual([]);
  await writeFile(file, 'earlier');
  await expect(writeNewFile(file, fail)).rejects.toThrow('exists already');
  expect(await readFile(file, 'utf8')).toBe('earlier');
  await rm(file);
  const late = writeNewFile(file, () => writeFile(file, 'written meanwhile'));
  await expect(late).rejects.toThrow('exists already');
  expect(await readFile(file, 'utf8')).toBe('written meanwhile');
  expect(await readdir(folder)).toEqual(['a.dump']);
  await rm(file);
  await symlink(join(folder, 'nowhere'), file);
  await expect(writeNewFile(file, fail)).rejects.toThrow('exists already');
  await rm(file);
  await writeFile(`${file}.part`, 'of another backup');
  await expect(writeNewFile(file, fail)).rejects.toThrow('another backup is writing it');
  expect(await readFile(`${file}.part`, 'utf8')).toBe('of another backup');
});

test('what is no backup is refused', async () => {
  const file = join(folder, 'a.dump');
  await writeFile(file, '');
  await expect(readKind(file)).rejects.toThrow('isn’t a backup');
  await expect(readKind(join(folder, 'none'))).rejects.toThrow('can’t be read');
});
