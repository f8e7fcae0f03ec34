import { execFile } from 'node:child_process';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import { afterAll, expect, test } from 'vitest';
import { root } from '#tests/architecture/sources.ts';
import { cloneDatabase } from '#tests/setup/api/clone.ts';
import { addUser } from '#tests/setup/api/people.ts';
import { signInAdministrator } from '#tests/setup/api/requests.ts';
import { serveApi } from '#tests/setup/api/serve.ts';

/** A client is generated from the document of a running server, and a program compiles against it. */

const KEY = 'a-key-of-the-app-backend-for-this-test';
const database = await cloneDatabase();
const api = await serveApi(database.db, { appBackendKey: KEY });
const admin = await signInAdministrator(database, api);
const run = promisify(execFile);

const folder = await mkdtemp(join(tmpdir(), 'mealwright-client-'));
afterAll(() => rm(folder, { recursive: true }));
await symlink(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
await writeFile(join(folder, 'package.json'), '{ "type": "module" }');

const document: OpenAPI3 = await (await fetch(`${api.base}/openapi.json`)).json();
await writeFile(join(folder, 'api.ts'), astToString(await openapiTS(document)));

const START = `
import createClient from 'openapi-fetch';
import type { paths } from './api.ts';

const [baseUrl = '', token, key] = process.argv.slice(2);
const clientFor = (secret?: string) =>
  createClient<paths>({ baseUrl, headers: { authorization: \`Bearer \${secret}\` } });
`;

/** Each line has one mistake. */
const mistakes = [
  "await clientFor(key).PUT('/purchases', { body: { userId: 1, platform: 'ios' } });",
  "await clientFor(token).GET('/admin/users', { params: { query: { status: 'gone' } } });",
  "await clientFor(token).GET('/admin/nobody');",
  "console.log((await clientFor(token).GET('/admin/account')).data?.data.user.phone);",
];

test('a client that is generated from the document compiles, finds mistakes, and calls the server', async () => {
  const user = await addUser(database.db, { first_name: 'Ada' });
  const program = `${START}
const admin = clientFor(token);
const app = clientFor(key);
const userId = ${user.id};
const { data: users } = await admin.GET('/admin/users', { params: { query: { role: 'user', pageSize: 2 } } });
const first: string | null | undefined = users?.data[0]?.first_name;
const body = { first_name: 'Ada', last_name: 'Moreau', phone: '1' };
const { data: saved } = await admin.PUT('/admin/users/{userId}', { params: { path: { userId } }, body });
const { error } = await admin.PUT('/admin/users/{userId}', {
  params: { path: { userId } },
  body: { ...body, last_name: '', version: 1 },
});
const { data: entitlement } = await app.GET('/entitlements/{userId}', { params: { path: { userId } } });
const hasAccess: boolean | undefined = entitlement?.data.hasAccess;
const { data: registered } = await app.PUT('/purchases', {
  body: { userId, platform: 'ios', key: '2000000123456789' },
});
const { response } = await clientFor('no-key').GET('/entitlements/{userId}', { params: { path: { userId } } });
console.log(JSON.stringify({
  first, last: saved?.data?.last_name, error, hasAccess, message: registered?.message, refused: response.status,
}));
`;
  await writeFile(join(folder, 'program.ts'), program);
  await writeFile(join(folder, 'wrong.ts'), START + mistakes.join('\n'));
  const firstMistake = START.split('\n').length;
  const lines = (await compile(['program.ts', 'wrong.ts'])).matchAll(/^(\w+\.ts)\((\d+),\d+\): error/gm);
  expect([...lines].map(([, file, line]) => `${file}:${line}`)).toEqual(
    mistakes.map((_, index) => `wrong.ts:${firstMistake + index}`),
  );

  const secrets = [admin.tokens.token, KEY];
  const { stdout } = await run(process.execPath, ['program.ts', api.base, ...secrets], { cwd: folder });
  expect(JSON.parse(stdout)).toEqual({
    first: 'Ada',
    last: 'Moreau',
    error: { status: 422, message: 'Last Name is required' },
    hasAccess: false,
    message: 'We’ll check with the store.',
    refused: 401,
  });
});

/** Resolves with what the compiler says. */
function compile(files: readonly string[]): Promise<string> {
  const options = ['--strict', '--noEmit', '--skipLibCheck', '--allowImportingTsExtensions'];
  const target = ['--module', 'nodenext', '--target', 'esnext', '--types', 'node'];
  return run(join(root, 'node_modules/.bin/tsc'), [...options, ...target, ...files], { cwd: folder }).then(
    ({ stdout }) => stdout,
    ({ stdout }: { stdout: string }) => stdout,
  );
}
