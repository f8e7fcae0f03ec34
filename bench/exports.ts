import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { openSession } from '#api/auth/sessions.ts';
import { exportPayments } from '#contract/payments/exports.ts';
import { exportRecipes } from '#contract/recipes/exports.ts';
import { exportUsers } from '#contract/users/exports.ts';
import { startDatabases } from './api/databases.ts';
import { addAdministrators } from './api/prepare/people.ts';
import { openSide, type Side } from './api/side.ts';
import { measurePeak } from './peak-memory.ts';
import { renderColumns } from './table.ts';

/**
 * `npm run bench:exports -- [users] [--keep DIR] [--json FILE]`: rows, seconds and peak memory (RSS) of the server for each
 * export of a whole list, with a thousand users and with many.
 */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { keep: { type: 'string' }, json: { type: 'string' } },
});
const [users = '1000000'] = positionals;
const addresses = [
  ['nothing', null],
  ['users', exportUsers.path],
  ['failed payments', exportPayments.path],
  ['recipes, CSV', `${exportRecipes.path}?format=csv`],
  ['recipes, JSON-LD', `${exportRecipes.path}?format=jsonld`],
] as const;

await using cleanups = new AsyncDisposableStack();
const databases = await startDatabases(values.keep, (text) => void process.stderr.write(text));
cleanups.defer(databases.stop);

type Measured = { users: number; file: string; megabytes: number; seconds: number; peakMegabytes: number };
const measured: Measured[] = [];
for (const count of [1_000, Number(users)]) {
  const side = await openSide(await databases.copyWith(count));
  cleanups.defer(side.stop);
  const [administrator] = await addAdministrators(side.db, 1);
  const { token } = await openSession(
    side.db,
    { userId: administrator?.id ?? 0, rememberMe: true },
    new Date(),
  );
  for (const [file, path] of addresses) {
    process.stderr.write(`${side.users} users: ${file}\n`);
    let bytes = 0;
    const figures = await measurePeak(side.server.pid, async () => {
      if (path) bytes = await download(side, path, token);
    });
    measured.push({ users: side.users, file, megabytes: Math.round(bytes / 1e5) / 10, ...figures });
  }
}
const lines = measured.map(({ users, file, megabytes, seconds, peakMegabytes }) => [
  ...[users.toLocaleString('en-US'), file, `${megabytes} MB`],
  ...[`${seconds} s`, `${peakMegabytes} MB`],
]);
process.stdout.write(renderColumns(['users', 'export', 'size', 'time', 'peak memory'], lines));
if (values.json) await writeFile(values.json, `${JSON.stringify(measured, null, 2)}\n`);

/** The bytes of a file, which is not kept. Throws for another status than 200, and for a file that breaks off. */
async function download({ server }: Side, path: string, token: string): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${server.port}/api/v1${path}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  if (!response.ok || !response.body) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  let bytes = 0;
  for await (const chunk of response.body) bytes += chunk.length;
  return bytes;
}
