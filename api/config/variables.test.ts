import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { renderEnvExample } from './env-example.ts';
import { readEnvironment } from './environment.ts';
import { variables } from './variables.ts';

const textOf = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const names = variables.map(({ name }) => name).sort();

test('the list has exactly the variables that the server reads', () => {
  const read = new Set<string>();
  const empty = new Proxy<Record<string, string | undefined>>(
    {},
    {
      get: (_target, name) => {
        read.add(String(name));
        return undefined;
      },
    },
  );
  readEnvironment(empty);
  expect([...read].sort()).toEqual(names);
});

test('the tables of the README have the same variables and defaults', () => {
  const [, environment = ''] = textOf('README.md').match(/^## Environment$(.*?)^## /ms) ?? [];
  const rows = [...environment.matchAll(/^\| (`[A-Z].*?) +\| (.+?) +\|/gm)];
  const documented = rows.flatMap(([, cell = '', standard = '']) =>
    [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => [name, standard.replaceAll('`', '').replace('–', '')]),
  );
  const listed = variables.map(({ name, standard }) => [name, standard]);
  expect(documented.sort()).toEqual(listed.sort());
});

test('deploy/.env.example is what the list makes', () => {
  expect(textOf('deploy/.env.example'), 'run `npm run env:example`').toBe(renderEnvExample());
});

test('every secret of deploy/.env.example is empty', () => {
  const secrets = ['POSTGRES_PASSWORD', ...variables.filter((one) => one.isSecret).map(({ name }) => name)];
  const lines = textOf('deploy/.env.example').split('\n');
  for (const name of secrets) expect(lines.map((line) => line.replace('#', ''))).toContain(`${name}=`);
});
