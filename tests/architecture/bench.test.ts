import { join } from 'node:path';
import { expect, test } from 'vitest';
import { calls } from '../../bench/api/calls.ts';
import { projectFiles, root } from './sources.ts';

type Named = { method: string; path: string };

/** Of every module of the contract. */
async function readEndpoints(): Promise<string[]> {
  const files = projectFiles().filter(
    (file) => file.startsWith('shared/contract/') && !file.endsWith('.test.ts'),
  );
  const modules = await Promise.all(
    files.map((file) => import(join(root, file)) as Promise<Record<string, unknown>>),
  );
  return modules.flatMap((module) => Object.values(module).filter(isEndpoint).map(nameOf));
}

function isEndpoint(value: unknown): value is Named {
  return (
    typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'answer' in value
  );
}

const nameOf = ({ method, path }: Named) => `${method} ${path}`;

test('npm run bench:api measures every call of the contract, and no other', async () => {
  const endpoints = [...new Set(await readEndpoints())].sort();
  expect(endpoints.length).toBeGreaterThan(50);
  expect([...new Set(calls.map(({ endpoint }) => nameOf(endpoint)))].sort()).toEqual(endpoints);
});

test('no two measured calls have the same name', () => {
  expect(new Set(calls.map(({ name }) => name)).size).toBe(calls.length);
});
