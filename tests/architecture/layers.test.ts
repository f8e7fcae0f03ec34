import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { importsUpwards, withoutFloor } from './floors.ts';
import { circles, graphOf } from './graph.ts';
import { projectFiles, readSources } from './sources.ts';

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

test('inside api/ every import leads down', () => {
  expect(withoutFloor(Object.keys(sources))).toEqual([]);
  expect(importsUpwards(graph)).toEqual([]);
});

test.each([
  ['api/config/environment.ts', 'api/auth/sessions.ts'],
  ['api/auth/sign-in.ts', 'api/accounts/suspension.ts'],
  ['api/mail/queue.ts', 'api/audit/write.ts'],
  ['api/routes/users.ts', 'api/app.ts'],
  ['api/cli/dev.ts', 'api/index.ts'],
])('an import planted in %s leads up: %s', (file, target) => {
  expect(importsUpwards(new Map([[file, [target]]]))).toEqual([`${file} -> ${target}`]);
});

/** The most files a folder may hold, its folders not counted. */
const MAX_FILES = 16;

test('a folder holds few enough files to find one', () => {
  const folders = Map.groupBy(projectFiles(), (file) => dirname(file));
  const full = [...folders].filter(([, files]) => files.length > MAX_FILES).map(([folder]) => folder);
  expect(full).toEqual([]);
});
