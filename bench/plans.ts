import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { calls } from './api/calls.ts';
import { startDatabases } from './api/databases.ts';
import { type Plan, readPlans, renderPlans } from './api/plans.ts';
import { openSide } from './api/side.ts';

/**
 * `npm run bench:plans -- FILE [users] [--keep DIR] [--only TEXT]`: how PostgreSQL answers the reading calls with many
 * users: EXPLAIN ANALYZE of each query, of the second call. `--only` names a part of the calls, by default one of each kind.
 */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { keep: { type: 'string' }, only: { type: 'string', multiple: true } },
});
const [file, users = '1000000'] = positionals;
const write = (text: string) => void process.stderr.write(text);
const ONE_OF_EACH_KIND = [
  ...['page 1,000', '1,000 pages before the last', 'two letters', 'a first name', 'one Chinese character'],
  ...['a whole email', 'suspended', 'created on one day', 'active, by name'],
].map((kind) => `/users, ${kind}`);
ONE_OF_EACH_KIND.push(
  ...['one word', 'a cuisine', 'by title, page 1,000'].map((kind) => `/recipes, ${kind}`),
  ...['still_failing', 'older', 'by deadline'].map((kind) => `/failed-payments, ${kind}`),
  ...[
    'GET /admin/subscriptions/stats',
    'GET /admin/overview',
    'GET /admin/activity, by a rare administrator',
  ],
);

if (!file) {
  write('npm run bench:plans -- FILE [users] [--keep DIR] [--only TEXT]\n');
  process.exit(1);
}
const only = values.only ?? ONE_OF_EACH_KIND;
// A whole name by default, so that longer ones with the same beginning are left out.
const isChosen = (name: string) =>
  only.some((text) => (values.only ? name.includes(text) : name.endsWith(text)));
const chosen = calls.filter(({ name, endpoint }) => endpoint.method === 'GET' && isChosen(name));
await using cleanups = new AsyncDisposableStack();
const databases = await startDatabases(values.keep, write);
cleanups.defer(databases.stop);
const side = await openSide(await databases.copyWith(Number(users)));
cleanups.defer(side.stop);

const plans: Plan[] = [];
for (const call of chosen) {
  write(`${call.name}\n`);
  plans.push(await readPlans(call, side));
}
await writeFile(file, renderPlans(plans, { users: side.samples.users, version: databases.version }));
