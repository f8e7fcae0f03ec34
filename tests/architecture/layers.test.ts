import { expect, test } from 'vitest';
import { filesWithoutLayer, importsUpwards } from './api-layers.ts';
import { circles, graphOf } from './graph.ts';
import { readSources } from './sources.ts';

const sources = readSources();
const graph = graphOf(sources);

test('no import circle, types included', () => {
  expect([...graph.values()].flat().length).toBeGreaterThan(500);
  expect(circles(graph)).toEqual([]);
  const planted = {
    'api/app.ts': `import { users } from './routes/users.ts';`,
    'api/routes/users.ts': `import type { Dependencies } from '#api/app.ts';`,
  };
  expect(circles(graphOf(planted))).toEqual(['api/app.ts -> api/routes/users.ts -> api/app.ts']);
});

test('every import inside api/ leads to a lower layer', () => {
  expect(filesWithoutLayer(Object.keys(sources))).toEqual([]);
  expect(importsUpwards(graph)).toEqual([]);
});

test.each([
  ['api/config/environment.ts', 'api/auth/sessions.ts'],
  ['api/auth/sign-in.ts', 'api/accounts/suspension.ts'],
  ['api/mail/queue.ts', 'api/auth/tokens.ts'],
  ['api/routes/users.ts', 'api/app.ts'],
  ['api/cli/dev.ts', 'api/index.ts'],
])('finds an import in %s of a higher layer: %s', (file, target) => {
  expect(importsUpwards(new Map([[file, [target]]]))).toEqual([`${file} -> ${target}`]);
});
