import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, posix } from 'node:path';
import type { ICruiseResult } from 'dependency-cruiser';
import { expect, test } from 'vitest';
import { betweenResources, mayImport } from './import-rules.ts';
import { readSources, root } from './sources.ts';

/** `npm test` holds the rules against the code (`tests/run.ts`). This file shows that they find what they should. */

type Planted = readonly [file: string, text: string, ...found: string[]];

const planted: readonly Planted[] = [
  ['shared/contract/a.ts', `import { call } from '#client/call.ts';`, 'table of shared/contract'],
  ['shared/brand/a.ts', `export { x } from '../contract/users.ts';`, 'no re-export', 'table of shared/brand'],
  ['shared/client/a.ts', `export const load = () => import('#forms/Field.tsx');`, 'table of shared/client'],
  ['shared/forms/a.tsx', `import '../../admin-spa/App.tsx';`, 'table of shared/forms'],
  ['src/a.ts', `import { App } from '#console/App.tsx';`, 'table of src'],
  ['admin-spa/a.ts', `import type { Database } from '#api/db/schema.ts';`, 'table of admin-spa'],
  ['admin-spa/b.ts', `export type A = import('#api/db/schema.ts').Database;`, 'table of admin-spa'],
  ['api/http/a.ts', `import { call } from '#client/call.ts';`, 'table of api'],
  ['api/http/b.ts', `import { x } from '#tests/serve.ts';`, 'table of api'],
  ['recipe-reader/a.ts', `import type { User } from '#contract/users.ts';`, 'table of recipe-reader'],
  ['recipe-reader/b.ts', `import 'node:http';`, 'recipe-reader knows no server'],
  ['shared/contract/messages.ts', `import './users.ts';`, 'messages import nothing'],
  ['api/all.ts', `export type { A } from './index.ts';`, 'every folder of api has a layer', 'no re-export'],
  ['api/config/environment.ts', `import '../auth/sessions.ts';`, 'layers of api, from api/config/'],
  ['api/auth/sign-in.ts', `import '../accounts/suspension.ts';`, 'layers of api, from api/auth/'],
  ['api/auth/password-rules.ts', `import './a.ts';`, 'layers of api, from api/auth/password-rules.ts'],
  ['api/recipes/a.ts', `import '#api/accounts/suspension.ts';`, 'layers of api, from api/recipes/'],
  ['api/routes/users.ts', `import '#api/app.ts';`, 'layers of api, from api/routes/'],
  ['api/cli/dev.ts', `import '../index.ts';`, 'layers of api, from api/cli/'],
  ['admin-spa/ui/a.ts', `import { queries } from '../users/queries.ts';`, 'ui knows no resource'],
  ['admin-spa/ui/b.ts', `import type { User } from '#contract/users.ts';`, 'ui knows no resource'],
  ['admin-spa/recipes/a.ts', `import '../users/queries.ts';`, 'resources of the console'],
  ['admin-spa/records/a.ts', `import '../users/queries.ts';`, 'audit and records know no screen'],
  [
    'admin-spa/payments/a.ts',
    `import '#console/users/queries.ts';`,
    'resources of the console, from payments',
  ],
  ['tests/a.ts', `import './missing.ts';`, 'every import is found'],
  ['tests/circle/a.ts', `import './b.ts';`, 'no circle'],
];

/** What the planted files import, and files that break no rule. */
const others: Readonly<Record<string, string>> = {
  'shared/client/call.ts': `import '#contract/users.ts';`,
  'shared/contract/users.ts': '',
  'shared/forms/Field.tsx': `import '#brand/product.ts';`,
  'shared/brand/product.ts': '',
  'src/b.ts': `import '#console/routes.ts'; import '#client/call.ts';`,
  'admin-spa/App.tsx': `import './users/queries.ts';`,
  'admin-spa/records/b.ts': `import '../routes.ts'; import '../ui/table.ts'; import '#contract/users.ts';`,
  'admin-spa/recipes/b.ts': `import '../records/b.ts';`,
  'admin-spa/routes.ts': '',
  'admin-spa/users/queries.ts': `import '../payments/queries.ts'; import '../ui/table.ts';`,
  'admin-spa/payments/queries.ts': '',
  'admin-spa/ui/table.ts': `import '#contract/list-query.ts';`,
  'shared/contract/list-query.ts': '',
  'api/db/schema.ts': `import '#recipe-reader/read.ts'; import '#contract/users.ts'; import '../http/serve.ts';`,
  'api/http/serve.ts': `import 'node:http';`,
  'api/auth/a.ts': '',
  'api/auth/sessions.ts': `import './password-rules.ts';`,
  'api/accounts/suspension.ts': '',
  'api/app.ts': '',
  'api/index.ts': '',
  'api/app.test.ts': `import './index.ts'; import '#tests/serve.ts';`,
  'recipe-reader/read.ts': '',
  'tests/serve.ts': `import '#api/app.ts';`,
  'tests/circle/b.ts': `import type { A } from './c.ts';`,
  'tests/circle/c.ts': `export const load = () => import('./a.ts');`,
};

const manifest: { imports: Record<string, string> } = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
);
const aliases = { ...manifest.imports, '#recipe-reader/*': './recipe-reader/*' };

test('the rules find every planted import, and no other one', () => {
  const scratch = mkdtempSync(join(tmpdir(), 'imports-'));
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(scratch, file)), { recursive: true });
    writeFileSync(join(scratch, file), text);
  };
  write('package.json', JSON.stringify({ type: 'module', imports: aliases }));
  for (const [file, text] of [...planted, ...Object.entries(others)]) write(file, text);
  try {
    const found: Record<string, string[]> = {};
    for (const { rule, from } of cruise(scratch).summary.violations) {
      found[from] = [...(found[from] ?? []), rule.name].sort();
    }
    expect(found).toEqual(Object.fromEntries(planted.map(([file, , ...rules]) => [file, rules])));
  } finally {
    rmSync(scratch, { recursive: true });
  }
});

test('every exception between resources of the console is still needed', () => {
  const sources = Object.entries(readSources());
  const stale = Object.entries(betweenResources).flatMap(([resource, files]) => {
    const texts = sources
      .filter(([file]) => file.startsWith(`admin-spa/${resource}/`))
      .map(([, text]) => text);
    return files.filter((file) => !texts.some((text) => text.includes(`/${file}'`)));
  });
  expect(stale).toEqual([]);
});

test('pages and stylesheets follow the table', () => {
  const files = Object.entries(readSources()).filter(([file]) => /\.(astro|scss)$/.test(file));
  expect(files.length).toBeGreaterThan(100);
  expect(files.flatMap(([file, text]) => forbiddenIn(file, text))).toEqual([]);
});

test.each([
  ['src/pages/index.astro', `---\nimport { App } from '#console/App.tsx';\n---`, 'admin-spa/App.tsx'],
  ['src/pages/a/b.astro', `<script>import("../../../admin-spa/mount.tsx")</script>`, 'admin-spa/mount.tsx'],
  ['src/pages/index.astro', `---\nimport '../../api/app.ts';\n---`, 'api/app.ts'],
  ['src/styles/site.scss', `@use "../../admin-spa/console";`, 'admin-spa/console'],
])('a forbidden import in %s is found: %s', (file, text, target) => {
  expect(forbiddenIn(file, text)).toEqual([`${file} -> ${target}`]);
});

/** Runs the tool on a folder as `npm test` runs it on the code. */
function cruise(folder: string): ICruiseResult {
  const { stdout, stderr } = spawnSync(
    join(root, 'node_modules/.bin/depcruise'),
    ['--config', join(root, 'tests/architecture/import-rules.ts'), '--output-type', 'json', '.'],
    { cwd: folder, encoding: 'utf8', maxBuffer: 100_000_000 },
  );
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout);
}

/** Reads the import lines of what dependency-cruiser doesn't parse. */
function forbiddenIn(file: string, text: string): string[] {
  const [home, others = []] =
    Object.entries(mayImport).find(([folder]) => file.startsWith(`${folder}/`)) ?? [];
  const allowed = [`^${home}/`, ...others].map((path) => new RegExp(path));
  return [...text.matchAll(/(?:\bfrom|\bimport|@use|@forward|@import)[\s(]*(['"])([#.][^'"]*)\1/g)]
    .map(([, , specifier = '']) => toPath(file, specifier))
    .filter((target) => !allowed.some((path) => path.test(target)))
    .map((target) => `${file} -> ${target}`);
}

function toPath(file: string, specifier: string): string {
  const path = specifier.replace(/\?.*$/, '');
  if (path.startsWith('.')) return posix.join(posix.dirname(file), path);
  const [alias, folder = ''] =
    Object.entries(aliases).find(([name]) => path.startsWith(name.slice(0, -1))) ?? [];
  return posix.join(folder.slice(0, -1), path.slice((alias ?? '*').length - 1));
}
