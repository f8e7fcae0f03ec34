import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findDataFolder } from './folders.ts';

test('a restore that died between its two renames is named, instead of an empty database', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'folders-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  expect(await findDataFolder(dataDir)).toBeNull();
  await mkdir(join(dataDir, 'postgres.replaced-7'));
  await expect(findDataFolder(dataDir)).rejects.toThrow(
    'was interrupted. Rename postgres.replaced-7 there to postgres',
  );
});
