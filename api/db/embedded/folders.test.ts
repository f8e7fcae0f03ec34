import { mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { removeReplacedDatabases } from './create.ts';
import { findDataFolder } from './folders.ts';

test('a restore that died between its two renames is named, instead of an empty database', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'folders-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  expect(await findDataFolder(dataDir)).toBeNull();
  await mkdir(join(dataDir, 'postgres.replaced-7'));
  await expect(findDataFolder(dataDir)).rejects.toThrow(
    'was interrupted. Rename postgres.replaced-7 there to postgres',
  );
  const linking = join(dataDir, 'linking');
  await mkdir(linking);
  await symlink(join(dataDir, 'postgres'), join(linking, 'postgres'));
  await expect(findDataFolder(linking)).rejects.toThrow(
    `A restore into ${dataDir} was interrupted. Rename postgres.replaced-7 there`,
  );
});

test('what a killed restore was deleting goes at the next start, and what a running one needs stays', async () => {
  const home = await mkdtemp(join(tmpdir(), 'folders-'));
  onTestFinished(() => rm(home, { recursive: true }));
  const names = ['postgres', `postgres.replaced-${process.pid}`, 'postgres.replaced-old'];
  // No process has this id.
  for (const name of [...names, 'postgres.replaced-99999999']) await mkdir(join(home, name));
  await removeReplacedDatabases(home);
  expect((await readdir(home)).sort()).toEqual(names.sort());
});
