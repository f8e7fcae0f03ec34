import { expect, test } from 'vitest';
import { barrels, forbiddenImports, importsIn } from './imports.ts';
import { projectFiles, readSources } from './sources.ts';

const sources = readSources();

test('every import follows the table', () => {
  expect(forbiddenImports(sources)).toEqual([]);
});

test.each([
  ['shared/contract/statistics/list.ts', `import { call } from '#client/call.ts';`],
  ['shared/brand/product.ts', `export { x } from '../contract/statistics/list.ts';`],
  ['shared/client/call.ts', `const form = import('#forms/Field.tsx');`],
  ['shared/forms/Field.tsx', `import '../../admin-spa/App.tsx';`],
  ['src/pages/index.astro', `---\nimport { App } from '#console/App.tsx';\n---`],
  ['src/pages/index.astro', `<script>import("../../admin-spa/mount.tsx")</script>`],
  ['src/styles/site.scss', `@use "../../admin-spa/console";`],
  ['admin-spa/App.tsx', `import type { Database } from '#api/db/schema.ts';`],
  ['api/app.ts', `import { call } from '../shared/client/call.ts';`],
  ['api/app.ts', `import { x } from '#tests/setup/api/serve.ts';`],
  ['recipe-reader/read-file.ts', `import type { RecipeContent } from '#contract/recipes/content.ts';`],
  ['recipe-reader/page/html.ts', `import { Problem } from '../../api/http/problem.ts';`],
])('finds a forbidden import in %s: %s', (file, text) => {
  expect(forbiddenImports({ [file]: text })).toHaveLength(1);
});

test('accepts what the table allows', () => {
  const allowed = {
    'src/hand-off/x.ts': `import { routes } from '#console/routes.ts';`,
    'api/x.ts': `import '#brand/x.ts';`,
    'api/y.ts': `import '#recipe-reader/x.ts';`,
  };
  expect(forbiddenImports(allowed)).toEqual([]);
  expect(importsIn(`import a, { b } from "x";\nimport 'y';\nawait import('z')`)).toEqual(['x', 'y', 'z']);
});

test('no file re-exports', () => {
  expect(barrels(sources)).toEqual([]);
  expect(barrels({ 'api/all.ts': `export * from './app.ts';` })).toEqual(['api/all.ts']);
});

test('shared/ holds its four folders and no other file', () => {
  const inside = projectFiles().filter((file) => file.startsWith('shared/'));
  const places = new Set(inside.map((file) => file.split('/').slice(1, -1)[0] ?? file));
  expect([...places].sort()).toEqual(['brand', 'client', 'contract', 'forms']);
});

test('every suppressed lint rule has a reason', () => {
  const withoutReason = Object.entries(sources).flatMap(([file, text]) =>
    [...text.matchAll(/(biome-ignore[^\n]*|@ts-(?:ignore|expect-error|nocheck)[^\n]*)/g)]
      .filter(([line]) => !/biome-ignore \S+: \S+ \S+/.test(line ?? ''))
      .map(([line]) => `${file}: ${line}`)
      .filter(() => !file.startsWith('tests/architecture/')),
  );
  expect(withoutReason).toEqual([]);
});
