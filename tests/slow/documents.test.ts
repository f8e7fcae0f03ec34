import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { createDataDir, startServer } from '#tests/process/server-process.ts';

const run = promisify(execFile);
const root = process.cwd();

test('docs/app-backend.md works as it is written, on an empty database', async () => {
  const dataDir = createDataDir();
  const server = await startServer(dataDir);
  const page = readFileSync(join(root, 'docs/app-backend.md'), 'utf8');
  const blocks = Array.from(page.matchAll(/^```sh\n(.*?)^```$/gms), ([, block = '']) => block);
  expect(blocks.length).toBeGreaterThan(6);
  // An empty line ends the output of each call.
  const script = `set -eu\n${blocks.join('\necho\n')}`;
  const { stdout } = await run('bash', ['-c', script], {
    cwd: root,
    env: { ...process.env, DATA_DIR: dataDir, API: `${server.address}/api/v1` },
  });
  const answers = stdout
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));
  expect(answers).toMatchObject([
    { message: 'User created', data: { externalId: 'member-1001', firstName: 'Nadia', locale: 'en-GB' } },
    { message: '1 of 2 users not stored', data: [{ status: 200 }, { status: 422 }] },
    { data: { storeAccountToken: expect.any(String) } },
    { message: 'We’ll check with the store.' },
    { data: { entitlement: { hasAccess: expect.any(Boolean) } } },
    { data: { recipes: [], hasMore: false } },
    { message: 'The account is closed.', data: { eraseBy: expect.any(String) } },
  ]);
  expect(server.output()).not.toMatch(/"level":(?:50|60)/);
});
