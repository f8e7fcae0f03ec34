import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './sources.ts';

type Entry = {
  version?: string;
  resolved?: string;
  integrity?: string;
  optionalDependencies?: Record<string, string>;
};

const lock: { packages: Record<string, Entry> } = JSON.parse(
  readFileSync(join(root, 'package-lock.json'), 'utf8'),
);
const manifest: Record<string, Record<string, string>> = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
);

test('the lock file holds every platform, so that npm ci works on each', () => {
  const missing = Object.entries(lock.packages).flatMap(([place, { optionalDependencies = {} }]) =>
    Object.entries(optionalDependencies)
      .filter(([name, version]) => /^\d/.test(version) && !versionsOf(place, name).includes(version))
      .map(([name]) => name),
  );
  expect(missing).toEqual([]);
});

test('the lock file names no registry', () => {
  const named = Object.entries(lock.packages).filter(([, { resolved }]) => resolved !== undefined);
  expect(named).toEqual([]);
});

test('every package has a checksum', () => {
  const unchecked = Object.entries(lock.packages)
    .filter(([place, { integrity = '' }]) => place !== '' && !/^sha512-[\w+/]{86}==$/.test(integrity))
    .map(([place]) => place);
  expect(unchecked).toEqual([]);
});

test('every dependency is an exact version', () => {
  const loose = ['dependencies', 'devDependencies', 'optionalDependencies'].flatMap((kind) =>
    Object.entries(manifest[kind] ?? {}).filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)),
  );
  expect(loose).toEqual([]);
});

function versionsOf(place: string, name: string): (string | undefined)[] {
  return [`${place}/node_modules/${name}`, `node_modules/${name}`].map(
    (path) => lock.packages[path]?.version,
  );
}
